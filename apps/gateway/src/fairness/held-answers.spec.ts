import { HeldAnswers } from './held-answers';

it('answers are delayed only while the memory for them is below its limit', async () => {
  const answers = new HeldAnswers(10, 100);
  const held = answers.hold(60);
  expect(await answers.hold(60)).toBe(false);
  expect(await Promise.all([held, answers.hold(40)])).toEqual([true, true]);
  expect(await answers.hold(100)).toBe(true);
});
