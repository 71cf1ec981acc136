import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { version } from './package.json';
import { site } from './site/plugin';
import { bareFormContext, bareParts, bareRouter, bareRoutes, bareStyles, bareTooltips } from './site/bare';
import { withoutWarnings } from './site/without-warnings';

const api = 'http://localhost:8080';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    bareRoutes(),
    bareFormContext(),
    bareParts(),
    bareTooltips(),
    bareStyles(),
    bareRouter(),
    site(version),
  ],
  worker: { format: 'es' },
  resolve: { conditions: ['@tradepost/source', ...defaultClientConditions], alias: withoutWarnings },
  server: { proxy: { '/api': api } },
  preview: { proxy: { '/api': api } },
  // one stylesheet, because those that Vite loads later could not have an integrity; site/plugin.ts adds the second
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    rolldownOptions: {
      // their modules only declare, but their package.json does not say so
      treeshake: {
        moduleSideEffects: [{ test: /node_modules\/@rc-component\//, sideEffects: false }],
        // `class extends React.Component` would stay although nothing uses it
        propertyReadSideEffects: false,
      },
      output: {
        codeSplitting: {
          groups: [
            // mentioned by what the sign-in and the download page load, but used by other screens only
            {
              name: 'forms',
              test: /\/node_modules\/(antd\/es\/collapse\/|@rc-component\/(collapse\/|async-validator\/|form\/es\/(?!FormContext)))/,
              includeDependenciesRecursively: false,
              priority: 10,
            },
            // what every page loads in one file
            { name: 'base', tags: ['$initial'], includeDependenciesRecursively: false, priority: 9 },
            // shared by the sign-in, the page behind a mailed link and what surrounds other screens
            {
              name: 'common',
              test: /ui\/((feedback\/format|busy\/(use-stalled|time-left|speedometer))|file\/preview-kind|exchange\/totals|question\/unload-warning)\.|vault\/(vault|has-keys|queries|password-keys|company\/member)\.|keys\/rolled-back|values\/names\/file-paths|icons(-svg)?\/es\/(icons|asn)\/(LockFilled|SafetyCertificateO|Download)|src\/app\/(theme\/theme-toggle|layout\/(brand|site-footer)|help\/(help-button|load))\.|ui\/layout\/keyboard\.|QuestionCircleOutlined|i18n\/language-select|vault\/texts|sealing\/src\/errors|ui\/notice\/(notices?|notice-store|use-toast)\.|api\/(failed-with|use-mutation)|node_modules\/(is-mobile|@tanstack)\/|@rc-component\/(motion|util)|antd\/es\/(_util\/(ContextIsolator|motion)|config-provider\/hooks|color-picker\/util|locale\/useLocale)/,
              priority: 9,
            },
            // rules of forms, loaded by those that are used
            {
              name: 'rules',
              test: /libs\/contracts\/src\/(?!encryption\/formats|roles|values\/(language|address|upload-sizes|transfer-link|read-all-pages|money|names\/(file-paths|base-letters)))|node_modules\/(yup|property-expr|tiny-case|toposort)\//,
              includeDependenciesRecursively: false,
              priority: 9,
            },
            { name: 'hash', test: /node_modules\/hash-wasm\//, priority: 9 },
            // each with all that it needs and that no group above has
            // the session, and what the page behind a mailed link shares with lists
            {
              name: 'session',
              test: /app\/session\/session-tasks|ui\/(layout\/(partner-name|verified-badge)|list\/row-link|file\/file-icon)\.|api\/bytes|icons(-svg)?\/es\/(icons|asn)\/(LockO|SafetyCertificateFilled|FileSearch)/,
              priority: 8,
            },
            { name: 'delivery', test: /app\/first-parts/, priority: 7 },
            // also of searches, which need no forms
            {
              name: 'fields',
              test: /node_modules\/(@rc-component\/(input|resize-observer)\/|@ant-design\/icons(-svg)?\/es\/(icons|asn)\/Eye|antd\/es\/(input\/(Input|Password|hooks|utils|style\/(index|token|variants))|form\/hooks\/useVariants|_util\/(hooks\/useAllowClear|statusUtils|fallbackProp)))/,
              includeDependenciesRecursively: false,
              priority: 9,
            },
            { name: 'guest', test: /app\/guest-parts/, priority: 7 },
            {
              name: 'frame',
              test: /signed-in-layout|(workspace|share-folders)\.page|ui\/layout\/(page-header|on-demand|link-button)|ui\/(busy\/skeleton-list|feedback\/empty-state)/,
              priority: 5,
            },
            { name: 'table', test: /ui\/list\/table-rows/, priority: 3 },
            // with tooltips, which nothing shows before it
            {
              name: 'lists',
              test: /ui\/list\/(data-table|pager|use-next-page|has-text)|ui\/form\/(search-box|filter-chips|choice)|ui\/(file\/mode-badge|feedback\/status-tag)/,
              priority: 4,
            },
            { name: 'side', test: /app\/layout\/side\./, priority: 1 },
            { name: 'workspace', test: /workspace\/(file\/file-list|upload\/choose\/drop-zone\.)/, priority: 3 },
            { name: 'received', test: /received-folders/, priority: 2 },
            // what several screens share in one file: a request costs more than the few bytes that a screen does not use
            { name: 'shared', minShareCount: 3 },
          ],
        },
      },
    },
  },
});
