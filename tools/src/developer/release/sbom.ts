import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { softwareBill } from '../../supply-chain/sbom';
import { root } from '../../topology/paths';

async function write() {
  const text = await softwareBill();
  const file = join(root, 'dist', 'sbom.cdx.json');
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(file, text);
  console.log(`${file}: CycloneDX 1.5, valid against its schema`);
}

write().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
