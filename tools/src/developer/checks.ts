/**
 * The scripts of package.json that check the repository without running it. `npm test` runs all of them; package.json
 * holds their commands. The slowest stand first.
 */
export const checks = ['typecheck', 'lint', 'deps', 'knip', 'spelling'] as const;
