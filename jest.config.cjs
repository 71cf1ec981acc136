/** ESM-only packages that jest's CommonJS runtime needs transformed. */
const esmOnly = [
  'jose',
  'openid-client',
  'oauth4webapi',
  'oidc-provider',
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
  '@ant-design/colors',
  '@ant-design/fast-color',
];

const node = {
  // the default is a folder for temporary files, of which each `npm test` has its own
  cacheDirectory: '<rootDir>/node_modules/.cache/jest',
  testEnvironment: 'node',
  testEnvironmentOptions: { customExportConditions: ['@tradepost/source', 'node', 'require', 'default'] },
  transform: { '^.+\\.(m?[jt]sx?)$': ['@swc/jest'] },
  transformIgnorePatterns: [`/node_modules/(?!(?:.+/node_modules/)?(?:${esmOnly.join('|')})/)`],
  moduleNameMapper: {
    '\\.css$': 'identity-obj-proxy',
    // waits for its catalogue, which CommonJS cannot
    '/(loaded|log|reference)-catalogue$': '<rootDir>/apps/web/src/test/english.ts',
  },
  modulePathIgnorePatterns: ['/dist/', '/.data/'],
};

const browser = {
  ...node,
  testEnvironment: '<rootDir>/apps/web/src/test/jsdom-environment.cjs',
  testEnvironmentOptions: { customExportConditions: ['@tradepost/source', 'require', 'default'] },
  moduleNameMapper: {
    ...node.moduleNameMapper,
    // jest runs CommonJS
    '^antd/es/(.*)$': 'antd/lib/$1',
    '\\.svg\\?raw$': '<rootDir>/apps/web/src/test/picture.ts',
  },
  setupFilesAfterEnv: ['<rootDir>/apps/web/src/test/setup.ts'],
};

/** What Argon2id costs takes most of the time of a sign-in, and no test of servers depends on it. Unit tests have the real costs, and the main path in a browser. */
const withLowestHashCosts = {
  ...node.moduleNameMapper,
  '/(argon2-costs|hash-cost)$': '<rootDir>/libs/testing/src/lowest-hash-costs.ts',
};

/**
 * unit: pure rules next to their code. integration: against real servers.
 * component: screens of the web app in jsdom. flow: the whole product from outside, over HTTP.
 */
module.exports = {
  // long enough for a machine with six other busy processes; only a test that hangs reaches it
  testTimeout: 600_000,
  projects: [
    { ...node, displayName: 'unit', testMatch: ['<rootDir>/{apps,libs,tools}/**/*.spec.ts'] },
    { ...browser, displayName: 'component', testMatch: ['<rootDir>/apps/web/src/**/*.spec.tsx'] },
    {
      ...node,
      displayName: 'integration',
      testMatch: ['<rootDir>/{apps,libs,tools}/**/*.itest.ts'],
      globalSetup: '<rootDir>/libs/testing/src/database/shared-postgres.ts',
      globalTeardown: '<rootDir>/libs/testing/src/database/shared-postgres-teardown.ts',
      moduleNameMapper: withLowestHashCosts,
    },
    {
      ...node,
      displayName: 'flow',
      testMatch: ['<rootDir>/apps/e2e/src/**/*.flow.ts'],
      globalSetup: '<rootDir>/apps/e2e/src/support/process/bundle-command-line.ts',
      globalTeardown: '<rootDir>/apps/e2e/src/support/process/remove-command-line.ts',
      moduleNameMapper: withLowestHashCosts,
      setupFilesAfterEnv: ['<rootDir>/apps/e2e/src/support/process/flow-setup.ts'],
    },
  ],
};
