/** ESM-only packages that jest's CommonJS runtime needs transformed. */
const esmOnly = [
  'jose',
  'uuid',
  'file-type',
  'strtok3',
  'token-types',
  '@tokenizer',
  'uint8array-extras',
  'nodemailer',
  'peek-readable',
  '@borewit',
  'content-disposition',
  '@tus',
  'srvx',
  'client-zip',
];

const node = {
  testEnvironment: 'node',
  testEnvironmentOptions: { customExportConditions: ['@tradepost/source', 'node', 'require', 'default'] },
  transform: { '^.+\\.(m?[jt]sx?)$': ['@swc/jest'] },
  transformIgnorePatterns: [`/node_modules/(?!(?:.+/node_modules/)?(?:${esmOnly.join('|')})/)`],
  modulePathIgnorePatterns: ['/dist/', '/.data/'],
};

/**
 * unit: pure rules beside their code. integration: against real servers.
 * flow: the whole product from outside, over HTTP.
 */
module.exports = {
  // a loaded machine is no failure; what hangs still is
  testTimeout: 30_000,
  projects: [
    { ...node, displayName: 'unit', testMatch: ['<rootDir>/{apps,libs,tools}/**/*.spec.ts'] },
    { ...node, displayName: 'integration', testMatch: ['<rootDir>/{apps,libs,tools}/**/*.itest.ts'] },
    { ...node, displayName: 'flow', testMatch: ['<rootDir>/apps/e2e/src/**/*.flow.ts'] },
  ],
};
