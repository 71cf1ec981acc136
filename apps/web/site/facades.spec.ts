import { behindFacades, facadeOf } from './facades';

const code = 'export{t as DownloadPage,gr as PlainLayout,st}from"./delivery-4q.js";\n';

it('finds the scripts that only rename what another one exports', () => {
  expect(facadeOf(code)).toEqual({
    of: 'delivery-4q.js',
    names: [
      ['DownloadPage', 't'],
      ['PlainLayout', 'gr'],
      ['st', 'st'],
    ],
  });
});

it.each([
  'import{v as e}from"./workspace-_T.js";export default e();',
  'export{a}from"./a.js";export{b}from"./b.js";',
  'const a=1;export{a as b};',
  '',
])('keeps %j', (own) => {
  expect(facadeOf(own)).toBeNull();
});

it('imports what is behind a facade, under the same names', () => {
  const facades = new Map([['first-5J.js', facadeOf(code)!]]);
  expect(behindFacades('a(()=>import(`./first-5J.js`)),import("./other-1.js")', facades)).toBe(
    'a(()=>import("./delivery-4q.js").then(e=>({DownloadPage:e.t,PlainLayout:e.gr,st:e.st}))),import("./other-1.js")',
  );
});
