//! A zip file whose entries are stored as they are, all with the first time that a zip file can name: the same entries give the same bytes.

/// A zip file that is being written.
#[derive(Default)]
pub(super) struct Archive {
    bytes: Vec<u8>,
    directory: Vec<u8>,
    count: u16,
}

impl Archive {
    /// Adds a file.
    pub(super) fn put(&mut self, name: &str, content: &[u8]) {
        let mut head = Vec::new();
        // The version that reads it, no flags, stored, 0:00 on 1 January 1980.
        [20, 0, 0, 0, 0x21].iter().for_each(|word: &u16| head.extend(word.to_le_bytes()));
        let length = content.len() as u32;
        [checksum(content), length, length].iter().for_each(|word| head.extend(word.to_le_bytes()));
        head.extend((name.len() as u16).to_le_bytes());
        head.extend([0, 0]);
        let at = self.bytes.len() as u32;
        self.bytes.extend(b"PK\x03\x04");
        self.bytes.extend(&head);
        self.bytes.extend(name.as_bytes());
        self.bytes.extend(content);
        self.directory.extend(b"PK\x01\x02\x14\0");
        self.directory.extend(&head);
        // No comment, one volume, no attributes.
        self.directory.extend([0; 10]);
        self.directory.extend(at.to_le_bytes());
        self.directory.extend(name.as_bytes());
        self.count += 1;
    }

    /// The whole file.
    pub(super) fn finish(mut self) -> Vec<u8> {
        let (at, length) = (self.bytes.len() as u32, self.directory.len() as u32);
        self.bytes.append(&mut self.directory);
        self.bytes.extend(b"PK\x05\x06\0\0\0\0");
        [self.count, self.count].iter().for_each(|word| self.bytes.extend(word.to_le_bytes()));
        [length, at].iter().for_each(|word| self.bytes.extend(word.to_le_bytes()));
        self.bytes.extend([0, 0]);
        self.bytes
    }
}

/// CRC-32 as zip files have it.
fn checksum(content: &[u8]) -> u32 {
    !content.iter().fold(u32::MAX, |sum, byte| (0..8).fold(sum ^ u32::from(*byte), |sum, _| sum >> 1 ^ (0xedb8_8320 * (sum & 1))))
}
