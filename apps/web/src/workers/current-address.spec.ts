import { CurrentAddress } from './current-address';

afterEach(() => jest.useRealTimers());

const numbered = () => {
  const asked: (Error | undefined)[] = [];
  const current = new CurrentAddress(async (failure) => `/${asked.push(failure)}`);
  return { asked, current };
};

it('is asked for once for requests that come together, and again after a minute', async () => {
  jest.useFakeTimers();
  const { current } = numbered();
  expect(await Promise.all([current.get(), current.get()])).toEqual(['/1', '/1']);
  jest.setSystemTime(Date.now() + 59_000);
  expect(await current.get()).toBe('/1');
  jest.setSystemTime(Date.now() + 2_000);
  expect(await current.get()).toBe('/2');
});

it('is another one after a request has failed', async () => {
  const { current, asked } = numbered();
  await current.get();
  current.drop();
  expect(await current.get()).toBe('/2');
  expect(asked).toEqual([undefined, undefined]);
});

it('lets all requests wait, for however long, until the person resumes', async () => {
  jest.useFakeTimers();
  const asked: (Error | undefined)[] = [];
  let resume: (url: string) => void = () => undefined;
  const current = new CurrentAddress((failure) => {
    asked.push(failure);
    return failure ? new Promise((resolve) => (resume = resolve)) : Promise.resolve('/before');
  });
  await current.get();
  const failure = new Error('no connection');
  current.drop(failure);
  const waiting = [current.get()];
  jest.setSystemTime(Date.now() + 3_600_000);
  waiting.push(current.get());
  resume('/after');
  expect(await Promise.all(waiting)).toEqual(['/after', '/after']);
  expect(asked).toEqual([undefined, failure]);
});
