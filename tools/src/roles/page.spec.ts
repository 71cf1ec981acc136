import { readFileSync } from 'node:fs';
import { rolesFile, rolesPage } from './page';

it('docs/roles.md is current', () => {
  expect(readFileSync(rolesFile, 'utf8')).toBe(rolesPage());
});
