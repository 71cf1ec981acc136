import { rulesOf } from './antd-styles';

test('a style sheet is taken apart into its rules, with what looks like the end of one', () => {
  const rules = [
    '.a{content:"}\\"{"}',
    '@media (max-width:1px){.b{top:0}.c{top:0}}',
    '@keyframes d{from{top:0}}',
    '.e{}',
  ];
  expect(rulesOf(rules.join(''))).toEqual(rules);
});
