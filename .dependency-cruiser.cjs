/** What files may import: the parts of the architecture that project tags cannot say. */
const rule = (name, from, to, comment) => ({ name, comment, severity: 'error', from, to });
const production = { pathNot: '\\.(spec|itest|flow)\\.tsx?$|/test/' };

module.exports = {
  forbidden: [
    rule('no-circular', {}, { circular: true }, 'Cycles hide what depends on what, and so do cycles of types'),
    rule(
      'apps-are-apart',
      { path: '^apps/([^/]+)/', pathNot: '^apps/all-in-one/' },
      { path: '^apps/([^/]+)/', pathNot: '^apps/$1/' },
      'Apps meet on the bus',
    ),
    rule(
      'host-takes-modules',
      { path: '^apps/all-in-one/' },
      {
        path: '^apps/(?!all-in-one)',
        pathNot:
          'app\\.module\\.ts$|^apps/gateway/src/serve\\.ts$|^apps/(identity|kyc|storage)/src/[a-z]+/[a-z-]+\\.sweeper\\.ts$',
      },
      'Only their module, the way to serve it, and sweepers, which tests run at a time of their own',
    ),
    rule(
      'tools-use-entry-points',
      { path: '^tools/' },
      { path: '^apps/', dependencyTypes: ['local'] },
      'Tools import what the package.json of an app exports, by the name of its package',
    ),
    rule(
      'contracts-import-yup',
      { path: '^libs/contracts/', ...production },
      { path: 'node_modules', pathNot: 'node_modules/yup/' },
    ),
    rule('contracts-are-a-root', { path: '^libs/contracts/' }, { path: '^(libs|apps)/', pathNot: '^libs/contracts/' }),
    rule(
      'openapi-knows-contracts',
      { path: '^libs/openapi/' },
      { path: '^(libs|apps)/', pathNot: '^libs/(openapi|contracts)/' },
    ),
    rule(
      'proofs-know-contracts',
      { path: '^libs/proofs/' },
      { path: '^(libs|apps)/', pathNot: '^libs/(proofs|contracts)/' },
    ),
    rule('reference-is-a-root', { path: '^libs/reference/' }, { path: '^(libs|apps)/', pathNot: '^libs/reference/' }),
    rule('sealing-is-a-root', { path: '^libs/sealing/' }, { path: '^(libs|apps)/', pathNot: '^libs/sealing/' }),
    rule(
      'sealing-imports-four',
      { path: '^libs/sealing/src/', ...production },
      {
        path: '.',
        pathNot:
          '^libs/sealing/|node_modules/(@hpke/(core|common)|@serenity-kit/opaque|hash-wasm|shamir-secret-sharing)/',
      },
      'WebCrypto, HPKE, OPAQUE, Argon2id and Shamir; nothing of Node, nothing of the DOM',
    ),
    rule(
      'client-imports-two',
      { path: '^libs/client/src/', ...production },
      { path: '.', pathNot: '^libs/(client|contracts|sealing)/|node_modules/(yup|papaparse)/' },
      'It runs in browsers and in Node',
    ),
    rule(
      'kit-imports-contracts',
      { path: '^libs/service-kit/src/' },
      { path: '^(libs|apps)/', pathNot: '^libs/(contracts|service-kit)/' },
    ),
    rule(
      'web-is-light',
      { path: '^apps/web/' },
      { path: 'node_modules/(@nestjs|typeorm|nats|bullmq)/|^libs/(service-kit|testing)/' },
    ),
    rule(
      'cli-is-a-client',
      { path: '^apps/cli/', ...production },
      { path: '^(apps|libs|tools)/', pathNot: '^apps/cli/|^libs/(client|contracts|proofs|reference|sealing)/' },
      'It knows what any caller knows',
    ),
    rule(
      'features-are-apart',
      { path: '^apps/web/src/features/([^/]+)/' },
      { path: '^apps/web/src/features/([^/]+)/', pathNot: '^apps/web/src/features/$1/' },
    ),
    rule('ui-is-a-leaf', { path: '^apps/web/src/ui/' }, { path: '^apps/web/src/(app|features)/' }),
    rule(
      'sql-stays-in-repositories',
      {
        path: '^(apps|libs|tools)/',
        pathNot: '^libs/(service-kit|testing)/|\\.repository\\.ts$|\\.(spec|itest)\\.ts$|/test/',
      },
      { path: '^libs/service-kit/src/database/(sql|prepared)\\.ts$' },
      'Handlers get an opaque transaction',
    ),
    rule(
      'typeorm-stays-with-data',
      {
        path: '^apps/',
        pathNot: '(entity|repository|data-source|create-admin)\\.ts$|/migrations/|\\.(spec|itest)\\.ts$|/test/',
      },
      { path: 'node_modules/typeorm/' },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '/dist/|\\.data/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@tradepost/source', 'import', 'require', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.json'],
    },
  },
};
