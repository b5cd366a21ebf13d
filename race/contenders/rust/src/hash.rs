// row: sha2 | sha256-short sha512-short sha256-long sha512-long memory batch |
//   the sha2 crate
// row: crc32c | crc32c-short crc32c-long | the crc32c crate
// row: simdutf_base64 | base64 | the simdutf crate, strict
// row: crc32fast | crc32-short crc32-long | the crc32fast crate
use crate::contender::Job;
use sha2::{Digest, Sha256, Sha512};
use simdutf::{Base64Options, LastChunkHandlingOptions};
use std::hint::black_box;
use std::io::Result;

const MESSAGE: usize = 1024;

fn number(digest: &[u8]) -> u64 {
    u64::from_be_bytes(digest[..8].try_into().expect("eight bytes"))
}

/// Hashes the same bytes repeatedly, and once before the clock runs.
fn again(job: &mut Job, times: usize, bytes: &[u8], hash: impl Fn(&[u8]) -> u64) -> u64 {
    let mut made = hash(bytes);
    job.start_clock();
    for _ in 0..times {
        made = hash(black_box(bytes));
    }
    job.stop_clock();
    made
}

fn encode(bytes: &[u8], text: &mut [u8]) -> usize {
    let (from, to) = (bytes.as_ptr(), text.as_mut_ptr());
    unsafe { simdutf::binary_to_base64(from, bytes.len(), to, Base64Options::Default) }
}

fn decode(text: &[u8], bytes: &mut [u8]) -> usize {
    let (options, last) = (Base64Options::Default, LastChunkHandlingOptions::Strict);
    let (from, to) = (text.as_ptr(), bytes.as_mut_ptr());
    unsafe { simdutf::base64_to_binary(from, text.len(), to, options, last) }.count
}

fn base64(job: &mut Job, bytes: &[u8]) -> u64 {
    let mut text = vec![0u8; bytes.len().div_ceil(3) * 4];
    let mut back = vec![0u8; bytes.len() + 3];
    encode(bytes, &mut text);
    let is_back = job.heat == "base64-decode";
    let mut size = 0;
    job.start_clock();
    for _ in 0..job.count {
        size = if is_back {
            decode(black_box(&text), &mut back)
        } else {
            encode(black_box(bytes), &mut text)
        };
    }
    job.stop_clock();
    let made = if is_back { &back } else { &text };
    number(&Sha256::digest(&made[..size]))
}

pub fn row(name: &str, job: &mut Job) -> Result<u64> {
    let bytes = std::fs::read(&job.input)?;
    let times = if job.heat == "sha256-memory" { 1 } else { job.count };
    let sha256 = |b: &[u8]| number(&Sha256::digest(b));
    Ok(match (name, job.heat.as_str()) {
        ("simdutf_base64", _) => base64(job, &bytes),
        ("crc32c", _) => again(job, times, &bytes, |b| u64::from(crc32c::crc32c(b))),
        ("crc32fast", _) => again(job, times, &bytes, |b| u64::from(crc32fast::hash(b))),
        (_, "sha256-batch") => again(job, times, &bytes, |all| {
            all.chunks(MESSAGE).fold(0, |made, b| made ^ sha256(b))
        }),
        (_, heat) if heat.starts_with("sha512") => {
            again(job, times, &bytes, |b| number(&Sha512::digest(b)))
        }
        _ => again(job, times, &bytes, sha256),
    })
}
