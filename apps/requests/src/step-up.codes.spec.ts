import type { RequestsConfig } from './config';
import { StepUpCodes } from './step-up.codes';

const under = (pepper: string, ...previous: string[]) =>
  new StepUpCodes({ CODE_PEPPER: pepper, CODE_PEPPER_PREVIOUS: previous } as unknown as RequestsConfig);

it('a code outlives its pepper while that is one of the previous', async () => {
  const { code, codeHash } = await under('the old pepper').make();
  expect(await under('the new pepper', 'the old pepper').matches(codeHash, ` ${code} `)).toBe(true);
  expect(await under('the new pepper', 'the old pepper').matches(codeHash, code === '00000' ? '00001' : '00000')).toBe(
    false,
  );
  expect(await under('the new pepper').matches(codeHash, code)).toBe(false);
});
