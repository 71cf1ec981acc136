import { behindFacades, facadeOf, removeFacades } from './facades';

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

it('leaves the scripts behind facades where the style sheet is collected: among those that other scripts load', () => {
  const chunk = (fileName: string, chunkCode: string, dynamicImports: string[] = []) =>
    ({
      type: 'chunk',
      fileName,
      code: chunkCode,
      imports: [],
      dynamicImports,
      isEntry: fileName.includes('index'),
    }) as never;
  const bundle: Record<string, { code: string; dynamicImports: string[] }> = {
    'assets/index-1.js': chunk('assets/index-1.js', 'import("./first-5J.js")', [
      'assets/first-5J.js',
      'assets/own-2.js',
    ]),
    'assets/first-5J.js': chunk('assets/first-5J.js', code),
    'assets/delivery-4q.js': chunk('assets/delivery-4q.js', 'const t=1;'),
    'assets/own-2.js': chunk('assets/own-2.js', 'const a=1;'),
  };
  removeFacades(bundle as never);
  expect(bundle['assets/index-1.js']?.dynamicImports).toEqual(['assets/delivery-4q.js', 'assets/own-2.js']);
  expect(Object.keys(bundle)).not.toContain('assets/first-5J.js');
});
