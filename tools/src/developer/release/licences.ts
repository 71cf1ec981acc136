import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAllowed, licenceList, licenceOf } from '../../supply-chain/licences.policy';
import { lockedPackages } from '../../supply-chain/lockfile';
import { root } from '../../topology/paths';

const packages = lockedPackages().filter(({ isProduction }) => isProduction);
writeFileSync(join(root, 'docs/licences.md'), licenceList(packages));
const refused = packages.filter((one) => !isAllowed(licenceOf(one)));
for (const one of refused)
  console.error(`${one.name} ${one.version}: ${licenceOf(one)} is not on the list of allowed licences`);
console.log(`docs/licences.md: ${packages.length} packages`);
process.exitCode = refused.length > 0 ? 1 : 0;
