//! `cargo xtask measure --vulkan`: runs the shaders of the page “Your GPU” through wgpu and writes the report that the page would.
//!
//! What is asked, and what answers mean, is in the core (`semantics::gpu`); here is only the way to the GPU.

mod gpu;

use gpu::Gpu;
use semantics::gpu::report::Adapter;
use semantics::gpu::verdict::found;
use semantics::gpu::wgsl::{GROUP, HASH_GROUPS, Of};
use semantics::gpu::{Function, Hash, PROBES, Report, Table, WINDOW_BITS, WINDOWS, path};
use std::path::Path;
use std::time::Instant;

/// What the model makes of each lowering.
const LOWERINGS: &[u8] = include_bytes!("../../lowerings.bin");

fn main() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [which, by, date, file] = &arguments[..] else {
        return Err("wanted: the number of the GPU, who brings the report, the day, the file".into());
    };
    let gpu = Gpu::open(which.parse().map_err(|_| "the GPU is a number")?)?;
    let info = &gpu.info;
    eprintln!("{}, {} {}", info.name, info.driver, info.driver_info);
    through(&gpu)?;
    let mut report = Report {
        model: concat!("ulpscope-vulkan ", env!("CARGO_PKG_VERSION")).into(),
        adapter: Adapter {
            vendor: vendor(info.vendor),
            device: format!("{:04x}", info.device),
            description: info.name.clone(),
            software: info.device_type == wgpu::DeviceType::Cpu,
            ..Adapter::default()
        },
        browser: format!("wgpu 30 and Vulkan on {}", std::env::consts::OS),
        name: info.name.clone(),
        driver: [&info.driver, " ", &info.driver_info].concat(),
        date: date.clone(),
        how: "`cargo xtask measure --vulkan`".into(),
        by: by.clone(),
        ..Report::default()
    };
    for probe in PROBES.iter().filter(|probe| gpu.half || !probe.half) {
        let [a, b, c] = probe.operands;
        match gpu.run(&probe.shader(), &[[a, b, c, 0]], 1, 1) {
            Ok(words) => report.probes.push((probe, words[0])),
            Err(why) => eprintln!("{}: {why}", probe.key),
        }
    }
    eprintln!("{} questions answered", report.probes.len());
    let table = Table::read(LOWERINGS);
    for function in Function::ALL.into_iter().filter(|function| gpu.half || !function.is_half()) {
        let jobs: Vec<[u32; 4]> = (0..WINDOWS as u32).map(|window| [window << WINDOW_BITS, 1 << WINDOW_BITS, 0, 0]).collect();
        let begun = Instant::now();
        match gpu.run(&Of::Function(function).hash(), &jobs, 2, HASH_GROUPS) {
            Ok(words) => {
                let hashes: Vec<_> = words.chunks_exact(2).map(|pair| Some(Hash([pair[0], pair[1]]))).collect();
                report.functions.push((function, hashes.try_into().map_err(|_| "a window is missing")?));
                let words = found(&report, table.as_ref(), function).map_or(String::new(), |found| found.1);
                eprintln!("{}, {:.1} s: {words}", function.key, begun.elapsed().as_secs_f64());
                report.found.push((function, words));
            }
            Err(why) => eprintln!("{}: {why}", function.key),
        }
    }
    std::fs::write(Path::new(file), report.write()).map_err(|error| format!("{file}: {error}"))
}

/// Whether bits come through unharmed, and the hash made there is that of the results.
fn through(gpu: &Gpu) -> Result<(), String> {
    let jobs: Vec<[u32; 4]> = (0..WINDOWS as u32).map(|window| [path::first(window), path::TRIED, 0, 0]).collect();
    let groups = path::TRIED / GROUP;
    let words = gpu.run(&Of::Itself.hash(), &jobs, 2, groups)?;
    if (0..).zip(words.chunks_exact(2)).any(|(window, pair)| Hash([pair[0], pair[1]]) != path::itself(window)) {
        return Err("inputs do not come back as they were sent".into());
    }
    let (of, job) = (Of::Function(path::FUNCTION), [[path::BESIDE, path::TRIED, 0, 0]]);
    let hash = gpu.run(&of.hash(), &job, 2, groups)?;
    if path::of_bits(&gpu.run(&of.read(), &job, path::TRIED, groups)?) != Hash([hash[0], hash[1]]) {
        return Err("the hash made on the GPU is not that of the results that it gives".into());
    }
    Ok(())
}

/// The maker by its number in the PCI registry, as browsers name it.
fn vendor(number: u32) -> String {
    match number {
        0x10de => "nvidia".into(),
        0x1002 => "amd".into(),
        0x8086 => "intel".into(),
        0x106b => "apple".into(),
        0x5143 => "qualcomm".into(),
        0x10005 => "mesa".into(),
        other => format!("{other:04x}"),
    }
}
