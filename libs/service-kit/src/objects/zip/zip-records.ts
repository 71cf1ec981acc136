/**
 * The records of a ZIP file, after PKWARE's APPNOTE 6.3.10; section numbers below are its own. Numbers are little-endian.
 */

/** One file of an archive. Its checksum and size are known before its bytes are read. */
export interface ZipEntry {
  /** The name to unpack it under; create it with `safeFilePaths`. */
  name: string;
  /** Bytes. */
  size: number;
  /** CRC-32 (4.4.7) as an unsigned 32-bit number. */
  crc32: number;
  modifiedAt: Date;
}

const STORED = 0;
const UTF8_NAME = 0x0800; // 4.4.4, bit 11
const VERSION_PLAIN = 20; // 4.4.3.2
const VERSION_ZIP64 = 45;
const MADE_ON_UNIX = 3 << 8; // 4.4.2
const MODE_FILE_0644 = 0o100644 * 0x10000; // 4.4.15, as Info-ZIP writes it

/** Value of a field that refers to the ZIP64 record (4.4.1.4). */
const MAX_32 = 0xffffffff;
const MAX_16 = 0xffff;

/** 4.3.7, with a ZIP64 extra of both sizes where the size needs it (4.5.3). */
export function localHeader(entry: ZipEntry): Buffer {
  const large = entry.size >= MAX_32;
  const name = Buffer.from(entry.name);
  const extra = Buffer.concat([large ? zip64Extra([entry.size, entry.size]) : Buffer.alloc(0), timeExtra(entry)]);
  const record = Buffer.alloc(30);
  record.writeUInt32LE(0x04034b50, 0);
  record.writeUInt16LE(large ? VERSION_ZIP64 : VERSION_PLAIN, 4);
  writeCommonFields(record, 6, entry, name, extra);
  return Buffer.concat([record, name, extra]);
}

/** 4.3.12; the ZIP64 extra holds only what does not fit, in the order of 4.5.3. */
export function centralHeader(entry: ZipEntry, offset: number): Buffer {
  const large = [...(entry.size >= MAX_32 ? [entry.size, entry.size] : []), ...(offset >= MAX_32 ? [offset] : [])];
  const name = Buffer.from(entry.name);
  const extra = Buffer.concat([large.length ? zip64Extra(large) : Buffer.alloc(0), timeExtra(entry)]);
  const record = Buffer.alloc(46);
  record.writeUInt32LE(0x02014b50, 0);
  record.writeUInt16LE(MADE_ON_UNIX | VERSION_ZIP64, 4);
  record.writeUInt16LE(large.length ? VERSION_ZIP64 : VERSION_PLAIN, 6);
  writeCommonFields(record, 8, entry, name, extra);
  record.writeUInt32LE(MODE_FILE_0644, 38);
  record.writeUInt32LE(Math.min(offset, MAX_32), 42);
  return Buffer.concat([record, name, extra]);
}

/** 4.3.16, after the ZIP64 record (4.3.14) and its locator (4.3.15) where count, size or offset need them. */
export function endRecords(count: number, centralSize: number, centralOffset: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(count, MAX_16), 8);
  end.writeUInt16LE(Math.min(count, MAX_16), 10);
  end.writeUInt32LE(Math.min(centralSize, MAX_32), 12);
  end.writeUInt32LE(Math.min(centralOffset, MAX_32), 16);
  if (count < MAX_16 && centralSize < MAX_32 && centralOffset < MAX_32) return end;

  const zip64 = Buffer.alloc(56);
  zip64.writeUInt32LE(0x06064b50, 0);
  writeUInt64(zip64, zip64.length - 12, 4); // the record's own size without its first 12 bytes
  zip64.writeUInt16LE(MADE_ON_UNIX | VERSION_ZIP64, 12);
  zip64.writeUInt16LE(VERSION_ZIP64, 14);
  writeUInt64(zip64, count, 24);
  writeUInt64(zip64, count, 32);
  writeUInt64(zip64, centralSize, 40);
  writeUInt64(zip64, centralOffset, 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  writeUInt64(locator, centralOffset + centralSize, 8);
  locator.writeUInt32LE(1, 16); // number of disks
  return Buffer.concat([zip64, locator, end]);
}

/** Flags to extra length: the ten fields which both headers share, in the same order. */
function writeCommonFields(record: Buffer, at: number, entry: ZipEntry, name: Buffer, extra: Buffer): void {
  const { date, time } = dosTime(entry.modifiedAt);
  record.writeUInt16LE(UTF8_NAME, at);
  record.writeUInt16LE(STORED, at + 2);
  record.writeUInt16LE(time, at + 4);
  record.writeUInt16LE(date, at + 6);
  record.writeUInt32LE(entry.crc32, at + 8);
  record.writeUInt32LE(Math.min(entry.size, MAX_32), at + 12);
  record.writeUInt32LE(Math.min(entry.size, MAX_32), at + 16);
  record.writeUInt16LE(name.length, at + 20);
  record.writeUInt16LE(extra.length, at + 22);
}

function zip64Extra(values: number[]): Buffer {
  const extra = Buffer.alloc(4 + 8 * values.length);
  extra.writeUInt16LE(0x0001, 0);
  extra.writeUInt16LE(8 * values.length, 2);
  values.forEach((value, index) => writeUInt64(extra, value, 4 + 8 * index));
  return extra;
}

/** Info-ZIP's extended timestamp (0x5455): seconds of UTC, since the DOS fields have no zone and steps of 2 s. */
function timeExtra({ modifiedAt }: ZipEntry): Buffer {
  const seconds = Math.floor(modifiedAt.getTime() / 1000);
  if (seconds < 0 || seconds > 0x7fffffff) return Buffer.alloc(0);
  const extra = Buffer.alloc(9);
  extra.writeUInt16LE(0x5455, 0);
  extra.writeUInt16LE(5, 2);
  extra.writeUInt8(1, 4); // only the time of modification follows
  extra.writeInt32LE(seconds, 5);
  return extra;
}

/** 4.4.6, in UTC so that the same entries give the same bytes everywhere; held inside the years it can say. */
function dosTime(when: Date): { date: number; time: number } {
  const earliest = Date.UTC(1980, 0, 1);
  const latest = Date.UTC(2107, 11, 31, 23, 59, 58);
  const at = new Date(Math.min(Math.max(when.getTime(), earliest), latest));
  return {
    date: ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
    time: (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
  };
}

function writeUInt64(buffer: Buffer, value: number, at: number): void {
  buffer.writeBigUInt64LE(BigInt(value), at);
}
