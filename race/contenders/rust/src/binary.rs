// row: bincode | write read read-fresh | bincode, a fixed slice, its standard
//   configuration; reading makes new objects
// row: bincode_fixed | write read read-fresh write-ints read-ints write-floats
//   read-floats | the same with with_fixed_int_encoding
// row: postcard | write read read-fresh write-ints read-ints write-floats
//   read-floats | postcard, to_slice and from_bytes
// row: bincode_file | write-file read-file | bincode, encode_into_std_write to
//   a BufWriter and decode_from_std_read from a BufReader, 128 KiB
// row: postcard_file | write-file read-file | postcard, to_io to a BufWriter
//   and from_io from a BufReader, 128 KiB
use crate::contender::{Job, BUFFER_SIZE};
use bincode::config::{self, Config};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::hint::black_box;
use std::io::{BufReader, BufWriter, Read, Result, Write};

const PASSES: usize = 5;
const MESSAGE_SIZE: usize = BUFFER_SIZE / 2;

#[derive(Clone, Copy, PartialEq, Serialize, Deserialize, bincode::Encode, bincode::Decode)]
enum Color {
    Red,
    Green,
    Blue,
}

#[derive(Clone, Copy, PartialEq, Serialize, Deserialize, bincode::Encode, bincode::Decode)]
struct Vec3 {
    x: f32,
    y: f32,
    z: f32,
}

#[derive(PartialEq, Serialize, Deserialize, bincode::Encode, bincode::Decode)]
struct Weapon {
    name: String,
    damage: i16,
}

#[derive(PartialEq, Serialize, Deserialize, bincode::Encode, bincode::Decode)]
struct Monster {
    pos: Vec3,
    mana: i16,
    hp: i16,
    name: String,
    inventory: Vec<u8>,
    color: Color,
    weapons: Vec<Weapon>,
    equipped: Weapon,
    path: Vec<Vec3>,
}

/// Parses the plain form that race/inputs/generate.cpp writes.
struct Loader<'a>(&'a [u8]);

impl Loader<'_> {
    fn bytes<const N: usize>(&mut self) -> [u8; N] {
        let (these, rest) = self.0.split_at(N);
        self.0 = rest;
        these.try_into().expect("so many bytes")
    }
    fn list<T>(&mut self, mut one: impl FnMut(&mut Self) -> T) -> Vec<T> {
        let [count] = self.bytes();
        (0..count).map(|_| one(self)).collect()
    }
    fn byte(&mut self) -> u8 {
        self.bytes::<1>()[0]
    }
    fn short(&mut self) -> i16 {
        i16::from_le_bytes(self.bytes())
    }
    fn name(&mut self) -> String {
        String::from_utf8(self.list(Self::byte)).expect("letters")
    }
    fn place(&mut self) -> Vec3 {
        let mut real = || f32::from_le_bytes(self.bytes());
        Vec3 { x: real(), y: real(), z: real() }
    }
    fn weapon(&mut self) -> Weapon {
        Weapon { name: self.name(), damage: self.short() }
    }
    fn monster(&mut self) -> Monster {
        Monster {
            pos: self.place(),
            mana: self.short(),
            hp: self.short(),
            name: self.name(),
            inventory: self.list(Self::byte),
            color: [Color::Red, Color::Green, Color::Blue][usize::from(self.byte())],
            weapons: self.list(Self::weapon),
            equipped: self.weapon(),
            path: self.list(Self::place),
        }
    }
}

/// The checksum of race/inputs/generate.cpp, in the same order.
trait Counted {
    fn count(&self, add: &mut dyn FnMut(u64));
}

impl Counted for i32 {
    fn count(&self, add: &mut dyn FnMut(u64)) {
        add(u64::from(*self as u32));
    }
}
impl Counted for f32 {
    fn count(&self, add: &mut dyn FnMut(u64)) {
        add(u64::from(self.to_bits()));
    }
}
impl Counted for Vec3 {
    fn count(&self, add: &mut dyn FnMut(u64)) {
        [self.x, self.y, self.z].iter().for_each(|v| v.count(add));
    }
}
impl Counted for [u8] {
    fn count(&self, add: &mut dyn FnMut(u64)) {
        add(self.len() as u64);
        self.iter().for_each(|&v| add(u64::from(v)));
    }
}
impl Counted for Weapon {
    fn count(&self, add: &mut dyn FnMut(u64)) {
        self.name.as_bytes().count(add);
        add(u64::from(self.damage as u16));
    }
}
impl Counted for Monster {
    fn count(&self, add: &mut dyn FnMut(u64)) {
        self.pos.count(add);
        add(u64::from(self.mana as u16));
        add(u64::from(self.hp as u16));
        self.name.as_bytes().count(add);
        self.inventory.count(add);
        add(self.color as u64);
        add(self.weapons.len() as u64);
        self.weapons.iter().for_each(|v| v.count(add));
        self.equipped.count(add);
        add(self.path.len() as u64);
        self.path.iter().for_each(|v| v.count(add));
    }
}

/// Fails if the value read differs from the one written; returns its sum.
fn verified<T: Counted + PartialEq>(made: &[T], value: &[T]) -> u64 {
    assert!(made == value, "what was read differs");
    let mut total = 0u64;
    let mut add = |v: u64| total = total.wrapping_mul(31).wrapping_add(v);
    made.iter().for_each(|one| one.count(&mut add));
    total
}

/// How a crate writes a value into a slice, and reads it.
trait Codec {
    fn write<T: Serialize + bincode::Encode>(&self, value: &T, to: &mut [u8]) -> usize;
    fn read<T: DeserializeOwned + bincode::Decode<()>>(&self, from: &[u8]) -> T;
    fn write_to<T: Serialize + bincode::Encode>(&self, value: &T, to: &mut impl Write);
    fn read_from<T: DeserializeOwned + bincode::Decode<()>>(&self, from: &mut impl Read) -> T;
}

struct Bincode<C: Config>(C);

impl<C: Config> Codec for Bincode<C> {
    fn write<T: Serialize + bincode::Encode>(&self, value: &T, to: &mut [u8]) -> usize {
        bincode::encode_into_slice(value, to, self.0).expect("bincode")
    }
    fn read<T: DeserializeOwned + bincode::Decode<()>>(&self, from: &[u8]) -> T {
        bincode::decode_from_slice(from, self.0).expect("bincode").0
    }
    fn write_to<T: Serialize + bincode::Encode>(&self, value: &T, to: &mut impl Write) {
        bincode::encode_into_std_write(value, to, self.0).expect("bincode");
    }
    fn read_from<T: DeserializeOwned + bincode::Decode<()>>(&self, from: &mut impl Read) -> T {
        bincode::decode_from_std_read(from, self.0).expect("bincode")
    }
}

struct Postcard;

impl Codec for Postcard {
    fn write<T: Serialize + bincode::Encode>(&self, value: &T, to: &mut [u8]) -> usize {
        postcard::to_slice(value, to).expect("postcard").len()
    }
    fn read<T: DeserializeOwned + bincode::Decode<()>>(&self, from: &[u8]) -> T {
        postcard::from_bytes(from).expect("postcard")
    }
    fn write_to<T: Serialize + bincode::Encode>(&self, value: &T, to: &mut impl Write) {
        postcard::to_io(value, to).expect("postcard");
    }
    fn read_from<T: DeserializeOwned + bincode::Decode<()>>(&self, from: &mut impl Read) -> T {
        let mut scratch = [0u8; 16];
        postcard::from_io((from, &mut scratch)).expect("postcard").0
    }
}

fn in_memory<T, C>(job: &mut Job, codec: &C, value: Vec<T>, times: usize, size: usize) -> u64
where
    T: Serialize + DeserializeOwned + bincode::Encode + bincode::Decode<()> + Counted + PartialEq + 'static,
    C: Codec,
{
    let mut buffer = vec![1u8; size];
    let mut used = codec.write(&value, &mut buffer);
    let mut made: Vec<T> = codec.read(&buffer[..used]);
    let is_write = job.heat.starts_with("write");
    job.start_clock();
    for _ in 0..times {
        if is_write {
            used = codec.write(black_box(&value), &mut buffer);
            black_box(&buffer);
        } else {
            made = codec.read(black_box(&buffer[..used]));
            black_box(&made);
        }
    }
    job.stop_clock();
    if is_write {
        made = codec.read(&buffer[..used]);
    }
    verified(&made, &value)
}

fn write_file(job: &Job, codec: &impl Codec, value: &Vec<Monster>) -> Result<()> {
    let mut file = BufWriter::with_capacity(BUFFER_SIZE, File::create(&job.output)?);
    for _ in 0..job.count {
        codec.write_to(value, &mut file);
    }
    file.flush()
}

fn read_file(job: &Job, codec: &impl Codec) -> Result<Vec<Monster>> {
    let mut file = BufReader::with_capacity(BUFFER_SIZE, File::open(&job.output)?);
    let mut made = Vec::new();
    for _ in 0..job.count {
        made = codec.read_from(&mut file);
    }
    Ok(made)
}

/// The clock runs for writing or for reading.
fn through_file(job: &mut Job, codec: &impl Codec, value: Vec<Monster>) -> Result<u64> {
    job.start_clock();
    write_file(job, codec, &value)?;
    job.stop_clock();
    let is_read = job.heat == "read-file";
    if is_read {
        job.start_clock();
    }
    let made = read_file(job, codec)?;
    if is_read {
        job.stop_clock();
    }
    Ok(verified(&made, &value))
}

fn run(job: &mut Job, codec: &impl Codec) -> Result<u64> {
    let bytes = std::fs::read(&job.input)?;
    let words = bytes.chunks_exact(4).map(|b| b.try_into().expect("four bytes"));
    let room = bytes.len() / 4 * 6 + 64;
    let times = job.count;
    Ok(match job.heat.rsplit('-').next() {
        Some("ints") => {
            let value: Vec<i32> = words.map(i32::from_le_bytes).collect();
            in_memory(job, codec, value, PASSES, room)
        }
        Some("floats") => {
            let value: Vec<f32> = words.map(f32::from_le_bytes).collect();
            in_memory(job, codec, value, PASSES, room)
        }
        last => {
            let mut loader = Loader(&bytes);
            let mut value = Vec::new();
            while !loader.0.is_empty() {
                value.push(loader.monster());
            }
            if last == Some("file") {
                return through_file(job, codec, value);
            }
            in_memory(job, codec, value, times, MESSAGE_SIZE)
        }
    })
}

pub fn row(name: &str, job: &mut Job) -> Result<u64> {
    match name {
        "bincode_fixed" => run(job, &Bincode(config::standard().with_fixed_int_encoding())),
        "postcard" | "postcard_file" => run(job, &Postcard),
        _ => run(job, &Bincode(config::standard())),
    }
}
