import { rulesOf } from './antd-styles';

test('a style sheet is split into its rules, also if a rule contains text that looks like its end', () => {
  const rules = [
    '.a{content:"}\\"{"}',
    '@media (max-width:1px){.b{top:0}.c{top:0}}',
    '@keyframes d{from{top:0}}',
    '.e{}',
  ];
  expect(rulesOf(rules.join(''))).toEqual(rules);
});
