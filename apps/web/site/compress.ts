import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const isText = /\.(m?js|css|html|svg|json|wasm)$/;
/** Bytes; smaller files fit into one packet as they are. */
const worthIt = 1024;

const formats = {
  br: promisify(brotliCompress),
  gz: (bytes: Buffer) => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
};

/** Puts a `.br` and a `.gz` next to every text file of a built web app, for the servers to send. */
export async function compressSite(folder: string): Promise<void> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => join(folder, path))
    .filter((path) => isText.test(path) && statSync(path).size > worthIt);
  await Promise.all(
    files.flatMap((path) => {
      const bytes = readFileSync(path);
      return Object.entries(formats).map(async ([suffix, compress]) =>
        writeFileSync(`${path}.${suffix}`, await compress(bytes)),
      );
    }),
  );
}
