import { crc32, deflateRawSync, gzipSync } from "node:zlib";
import { Header } from "tar";

type TarType =
  | "File"
  | "Directory"
  | "SymbolicLink"
  | "Link"
  | "CharacterDevice"
  | "BlockDevice"
  | "FIFO"
  | "ExtendedHeader"
  | "SolarisACL";

/** An entry of an archive in a test. Nothing checks it, so it can be hostile. */
export interface TestEntry {
  readonly path: string;
  readonly type?: TarType;
  readonly content?: string | Buffer;
  /** The target of a link. */
  readonly target?: string;
  readonly mode?: number;
  /** The size that the archive claims, if it lies. */
  readonly claimedSize?: number;
}

/** Returns a tar file, compressed with gzip. */
export function tarGz(entries: readonly TestEntry[]): Buffer {
  const blocks = entries.flatMap(
    ({ path, type = "File", content = "", target, mode, claimedSize }) => {
      const body = Buffer.from(content);
      const header = Buffer.alloc(512);
      new Header({
        path,
        type,
        size: claimedSize ?? body.length,
        mode: mode ?? 0o644,
        mtime: new Date(0),
        ...(target !== undefined && { linkpath: target }),
      }).encode(header, 0);
      return [header, body, Buffer.alloc((512 - (body.length % 512)) % 512)];
    },
  );
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]));
}

/** The bits of a Unix mode that tell the type of a file. */
const MODES: Readonly<Record<TarType, number>> = {
  File: 0o100000,
  Directory: 0o040000,
  SymbolicLink: 0o120000,
  CharacterDevice: 0o020000,
  BlockDevice: 0o060000,
  FIFO: 0o010000,
  // Zip files have none of the following.
  Link: 0o100000,
  ExtendedHeader: 0o100000,
  SolarisACL: 0o100000,
};

/** Returns a zip file that a Unix system has made. */
export function zip(entries: readonly TestEntry[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { path, type = "File", content = "", target, mode, claimedSize } of entries) {
    const name = Buffer.from(type === "Directory" ? `${path}/` : path);
    const body = Buffer.from(target ?? content);
    const packed = deflateRawSync(body);
    const sizes = Buffer.alloc(12);
    sizes.writeUInt32LE(crc32(body), 0);
    sizes.writeUInt32LE(packed.length, 4);
    sizes.writeUInt32LE(claimedSize ?? body.length, 8);
    const lengths = Buffer.alloc(4);
    lengths.writeUInt16LE(name.length, 0);
    // The version 2.0, no flags, the method deflate, and an empty date.
    const common = Buffer.from([20, 0, 0, 0, 8, 0, 0, 0, 0, 0]);
    const local = [Buffer.from("PK\x03\x04", "latin1"), common, sizes, lengths, name, packed];
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(((MODES[type] | (mode ?? 0o644)) << 16) >>> 0, 6);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.from("PK\x01\x02\x14\x03", "latin1"), common, sizes, lengths, rest, name);
    const file = Buffer.concat(local);
    files.push(file);
    offset += file.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", 0, "latin1");
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, central, end]);
}
