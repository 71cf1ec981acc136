import nx from '@nx/eslint-plugin';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

const only = (sourceTag, ...onlyDependOnLibsWithTags) => ({ sourceTag, onlyDependOnLibsWithTags });

const rawHtml = {
  selector:
    "JSXAttribute[name.name='dangerouslySetInnerHTML'], MemberExpression[property.name=/^(innerHTML|outerHTML)$/]",
  message: 'Write text as text.',
};

/** Only custom properties (`'--columns'`) may be set in `style`. */
const inlineStyle = {
  selector: [
    ':not(ObjectExpression)',
    'ObjectExpression > SpreadElement',
    'ObjectExpression > Property:not([key.value=/^--/])',
  ]
    .map((offence) => `JSXAttribute[name.name='style'] > JSXExpressionContainer > ${offence}`)
    .join(', '),
  message: 'Use a prop of antd or a class of a CSS module.',
};

/** `addressKey` of `@tradepost/contracts/values/address` alone tells whether two addresses are the same. */
const loweredAddress = {
  selector: [
    'TemplateElement[value.raw=/lower\\([^)]*(e?mail|address)/i]',
    'Literal[value=/lower\\([^)]*(e?mail|address)/i]',
    'CallExpression[callee.property.name=/^to(Locale)?LowerCase$/] > MemberExpression > .object:matches(Identifier[name=/e?mail|address|^to$/i], MemberExpression[property.name=/e?mail|address|^to$/i])',
  ].join(', '),
  message: 'Compare addresses by addressKey.',
};

const textProps =
  'title|label|placeholder|description|alt|aria-label|okText|cancelText|message|text|hint|help|heading|note|tooltip|subtitle';
const words = '[value=/[A-Za-z]{2}/]:not([value=/^\\s*(Tradepost|https?:.*)\\s*$/])';

/** A screen takes its texts from the catalogues. */
const bareText = {
  selector: [
    `JSXText${words}`,
    `:matches(JSXElement, JSXFragment) > JSXExpressionContainer > :matches(ConditionalExpression, LogicalExpression) > Literal${words}`,
    `JSXAttribute[name.name=/^(${textProps})$/]:not(JSXOpeningElement[name.name='Rich'] > *) > Literal${words}`,
    `JSXAttribute[name.name=/^(${textProps})$/]:not(JSXOpeningElement[name.name='Rich'] > *) > JSXExpressionContainer > :matches(Literal, ConditionalExpression > Literal, LogicalExpression > Literal)${words}`,
    `Property[key.name=/^(${textProps})$/] > :matches(Literal, ConditionalExpression > Literal)[value=/^[A-Z][a-z]/]`,
  ].join(', '),
  message: 'Write texts as t(…) or <Rich>.',
};

export default tseslint.config(
  { ignores: ['**/dist/**', '**/node_modules/**', '.data/**', '.nx/**', '.test-groups/**', 'apps/web/public/**'] },
  ...tseslint.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    plugins: { '@nx': nx },
    rules: {
      '@nx/enforce-module-boundaries': [
        'error',
        {
          allow: [],
          // a page loads parts of a library when it needs them, and others at once
          checkDynamicDependenciesExceptions: ['@tradepost/.*'],
          // the kit's tests run on the harness, which runs services on the kit
          ignoredCircularDependencies: [['@tradepost/service-kit', '@tradepost/testing']],
          depConstraints: [
            only('type:contracts'),
            only('type:reference'),
            only('type:sealing'),
            only('type:client', 'type:contracts', 'type:sealing'),
            only('type:openapi', 'type:contracts'),
            only('type:proofs', 'type:contracts'),
            only('type:kit', 'type:contracts', 'type:testing'),
            only('type:testing', 'type:contracts', 'type:kit'),
            only(
              'type:service',
              'type:contracts',
              'type:openapi',
              'type:proofs',
              'type:reference',
              'type:sealing',
              'type:kit',
              'type:testing',
            ),
            only(
              'type:host',
              'type:client',
              'type:service',
              'type:kit',
              'type:contracts',
              'type:testing',
              'type:tools',
            ),
            only('type:cli', 'type:client', 'type:contracts', 'type:proofs', 'type:reference', 'type:sealing'),
            only('type:web', 'type:client', 'type:contracts', 'type:reference', 'type:sealing'),
            only(
              'type:tools',
              'type:client',
              'type:contracts',
              'type:openapi',
              'type:proofs',
              'type:sealing',
              'type:kit',
              'type:testing',
              'type:service',
            ),
            only(
              'type:e2e',
              'type:client',
              'type:contracts',
              'type:openapi',
              'type:proofs',
              'type:sealing',
              'type:testing',
              'type:tools',
            ),
          ],
        },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'no-console': 'error',
      'no-empty': ['error', { allowEmptyCatch: false }],
      eqeqeq: 'error',
      'no-eval': 'error',
      'no-implied-eval': 'error',
      'no-new-func': 'error',
      'no-restricted-syntax': ['error', rawHtml, loweredAddress],
    },
  },
  {
    files: ['apps/*/src/**/*.ts', 'libs/{client,contracts,openapi,proofs,reference,sealing,service-kit}/src/**/*.ts'],
    ignores: ['apps/e2e/**', '**/*.spec.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: ['node:child_process', 'child_process', 'node:vm', 'vm'].map((name) => ({
            name,
            message: 'No app starts a process or runs made-up code.',
          })),
        },
      ],
    },
  },
  {
    files: ['libs/{client,sealing}/src/**/*.ts'],
    ignores: ['**/*.spec.ts'],
    rules: {
      'no-restricted-globals': [
        'error',
        ...['Buffer', 'process', 'window', 'document', 'self', 'localStorage'].map((name) => ({
          name,
          message: 'It runs in a worker and in Node alike.',
        })),
      ],
    },
  },
  { files: ['tools/**/*.ts', '**/*.spec.ts', '**/*.itest.ts', '**/*.flow.ts'], rules: { 'no-console': 'off' } },
  {
    files: ['tools/**', 'apps/e2e/**', 'libs/testing/**', '**/test/**', '**/*.{spec,itest}.{ts,tsx}'],
    rules: { '@typescript-eslint/no-explicit-any': 'off' },
  },
  {
    files: ['apps/web/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks },
    rules: {
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          name: '@tanstack/react-query',
          importNames: ['useMutation'],
          message: 'Use useMutation of api/use-mutation, which ignores a second click.',
        },
        {
          name: 'antd',
          importNames: ['Grid'],
          message: 'Use useIsAtLeast of ui/screen, which knows the width at the first render.',
        },
      ],
    },
  },
  {
    files: ['apps/web/src/**/*.tsx'],
    rules: { 'no-restricted-syntax': ['error', rawHtml, inlineStyle, loweredAddress, bareText] },
  },
  {
    files: ['apps/*/src/migrations/*.ts', '**/test/**', '**/*.{spec,itest,flow,browser}.{ts,tsx}', 'libs/testing/**'],
    rules: { 'no-restricted-syntax': ['error', rawHtml] },
  },
  { files: ['**/*.{cjs,mjs,js}'], rules: { '@typescript-eslint/no-require-imports': 'off' } },
);
