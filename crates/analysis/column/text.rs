//! The figures of a row as texts.

use super::study::Found;

/// A double in four digits: with all its zeros where these are few, else with a power of ten.
pub fn short(bits: u64) -> String {
    let number = f64::from_bits(bits);
    let written = format!("{number:.3e}");
    let power = written.split_once('e').and_then(|(_, power)| power.parse::<i32>().ok()).unwrap_or(0);
    match power {
        _ if bits << 1 == 0 => "0".into(),
        -4..=5 => format!("{number:.0$}", (3 - power).max(0) as usize),
        _ => written,
    }
}

impl Found {
    /// Bits a value with all scale factors, in thousandths.
    pub fn bits_each(&self, count: usize) -> String {
        let thousandths = (u128::from(self.bits) * 1000 + count as u128 / 2) / (count as u128).max(1);
        let text = format!("{}.{:03}", thousandths / 1000, thousandths % 1000);
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    }

    /// The ratio of signal to noise in decibels; what stands for it where there is no noise or no signal.
    pub fn decibels(&self) -> String {
        match self.sqnr {
            Some(hundredths) => {
                let sign = if hundredths < 0 { "-" } else { "" };
                format!("{sign}{}.{:02}", hundredths.abs() / 100, hundredths.abs() % 100)
            }
            None if self.mse == 0 => "no error".into(),
            None => "no signal".into(),
        }
    }

    /// All figures, in the order of the table.
    pub fn cells(&self, count: usize) -> [String; 8] {
        let blocks = format!("{} of {}", self.outliers, self.blocks);
        let counts = [self.flushed, self.saturated, self.lost].map(|count| count.to_string());
        let [flushed, saturated, lost] = counts;
        // Of lost numbers nothing is measured.
        let measured = |figure: String| if self.lost == count as u64 { "none".to_owned() } else { figure };
        let [mse, ratio, largest] = [short(self.mse), self.decibels(), short(self.largest)].map(measured);
        [self.bits_each(count), mse, ratio, largest, flushed, saturated, lost, blocks]
    }
}
