import { resolve } from 'node:path';
import { packApp } from '../../deploy/packed-app';

/** Creates the folder for a container image. Usage: `node tools/dist/developer/release/pack.js <folder> <entry file>…` */
async function pack() {
  const [folder, ...entries] = process.argv.slice(2);
  if (!folder || entries.length === 0)
    throw new Error('Usage: node tools/dist/developer/release/pack.js <folder> <entry file>…');
  console.log(`${await packApp(resolve(folder), entries)} files for ${entries.join(', ')}`);
}

pack().catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
