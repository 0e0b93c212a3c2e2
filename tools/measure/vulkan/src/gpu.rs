//! One device, and a shader that runs on it.

use std::sync::mpsc;

/// A device.
pub struct Gpu {
    device: wgpu::Device,
    queue: wgpu::Queue,
    pub info: wgpu::AdapterInfo,
    /// Whether it has the type f16.
    pub half: bool,
}

impl Gpu {
    /// The GPU with a number, as Vulkan counts.
    pub fn open(which: usize) -> Result<Gpu, String> {
        let vulkan = wgpu::Backends::VULKAN;
        let instance =
            wgpu::Instance::new(wgpu::InstanceDescriptor { backends: vulkan, ..wgpu::InstanceDescriptor::new_without_display_handle() });
        let mut adapters = pollster::block_on(instance.enumerate_adapters(vulkan));
        if which >= adapters.len() {
            return Err(format!("Vulkan knows {} GPUs here, and none with the number {which}", adapters.len()));
        }
        let adapter = adapters.swap_remove(which);
        let half = adapter.features().contains(wgpu::Features::SHADER_F16);
        let required_features = if half { wgpu::Features::SHADER_F16 } else { wgpu::Features::empty() };
        let wanted = wgpu::DeviceDescriptor { required_features, ..wgpu::DeviceDescriptor::default() };
        let (device, queue) = pollster::block_on(adapter.request_device(&wanted)).map_err(|error| error.to_string())?;
        Ok(Gpu { device, queue, info: adapter.get_info(), half })
    }

    /// Runs a shader once for each four words, in so many workgroups; the words that come out, one job after the other.
    pub fn run(&self, code: &str, jobs: &[[u32; 4]], words: u32, groups: u32) -> Result<Vec<u32>, String> {
        let device = &self.device;
        let scope = device.push_error_scope(wgpu::ErrorFilter::Validation);
        let module =
            device.create_shader_module(wgpu::ShaderModuleDescriptor { label: None, source: wgpu::ShaderSource::Wgsl(code.into()) });
        let pipeline = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: None,
            layout: None,
            module: &module,
            entry_point: Some("main"),
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            cache: None,
        });
        let size = u64::from(words) * 4;
        let buffer = |size: u64, usage: wgpu::BufferUsages| {
            device.create_buffer(&wgpu::BufferDescriptor { label: None, size, usage, mapped_at_creation: false })
        };
        let asked = buffer(16, wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST);
        let results = buffer(size, wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_SRC | wgpu::BufferUsages::COPY_DST);
        let read = buffer(size, wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST);
        let refused = pollster::block_on(scope.pop());
        if let Some(error) = refused {
            return Err(error.to_string());
        }
        let group = device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: None,
            layout: &pipeline.get_bind_group_layout(0),
            entries: &[
                wgpu::BindGroupEntry { binding: 0, resource: asked.as_entire_binding() },
                wgpu::BindGroupEntry { binding: 1, resource: results.as_entire_binding() },
            ],
        });
        let mut all = Vec::with_capacity(jobs.len() * words as usize);
        for job in jobs {
            self.queue.write_buffer(&asked, 0, &job.map(u32::to_le_bytes).concat());
            let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
            encoder.clear_buffer(&results, 0, None);
            {
                let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
                pass.set_pipeline(&pipeline);
                pass.set_bind_group(0, &group, &[]);
                pass.dispatch_workgroups(groups, 1, 1);
            }
            encoder.copy_buffer_to_buffer(&results, 0, &read, 0, size);
            self.queue.submit([encoder.finish()]);
            let (tell, told) = mpsc::channel();
            read.map_async(wgpu::MapMode::Read, .., move |done| _ = tell.send(done));
            device.poll(wgpu::PollType::wait_indefinitely()).map_err(|error| error.to_string())?;
            told.recv().map_err(|error| error.to_string())?.map_err(|error| error.to_string())?;
            {
                let bytes = read.get_mapped_range(..).map_err(|error| error.to_string())?;
                all.extend(bytes.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]])));
            }
            read.unmap();
        }
        Ok(all)
    }
}
