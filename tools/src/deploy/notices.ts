import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Package {
  name: string;
  version: string;
  description?: string;
  license?: string;
}

export const noticesFile = 'THIRD-PARTY-LICENCES.txt';

export const manifestOf = (folder: string) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Package;

/** Licence texts of the packages: many licences require that copies include them. */
export function noticesOf(folders: string[]): string {
  return folders
    .map((folder) => {
      const { name, version, license } = manifestOf(folder);
      const texts = readdirSync(folder)
        .filter((file) => /^(license|licence|notice)/i.test(file))
        .map((file) => readFileSync(join(folder, file), 'utf8').trim());
      return [`${name} ${version} (${license})`, ...texts].join('\n\n');
    })
    .join(`\n\n${'-'.repeat(80)}\n\n`);
}
