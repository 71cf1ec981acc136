import { routes } from '@tradepost/contracts/routes';
import { keyLogOrigin } from '../testing/key-log-server';
import { keyOf, noOthers, device, LyingKeyLog } from '../testing/lying-key-log';

let server: LyingKeyLog;
beforeEach(async () => {
  server = await LyingKeyLog.started();
});
const problem = (name: string) => ({ problem: name });

describe('a restore from backup', () => {
  const began = 1_795_000_000;
  const restore = () => {
    server.leaves = server.leaves.slice(0, 2);
    server.origin = `${keyLogOrigin}/${began}`;
  };

  it('stops a device until its owner accepts the new log, which is audited from its start', async () => {
    const { log, known } = device(server);
    await log.auditOwn(await keyOf('ann'), noOthers);
    const memory = await known();
    expect(await log.restarted()).toBeNull();
    restore();
    for (const use of [
      log.auditOwn(await keyOf('ann'), noOthers),
      log.requireLogged(await keyOf('bob')),
      log.requireConsistent('x', 0),
    ])
      await expect(use).rejects.toMatchObject(problem('KEY_LOG_RESTARTED'));
    expect(await known()).toEqual(memory);
    const review = await log.restarted();
    expect(review).toMatchObject({ before: 3, now: 2 });
    await review!.accept();
    await log.auditOwn(await keyOf('ann'), noOthers);
    await log.requireLogged(await keyOf('bob'));
    await expect(log.requireLogged(await keyOf('cid'))).rejects.toMatchObject(problem('KEY_NOT_LOGGED'));
    await server.log(await keyOf('ann', 2));
    await expect(log.auditOwn(await keyOf('ann'), noOthers)).rejects.toMatchObject(problem('KEY_UNEXPECTED'));
  });

  it.each<[string, (lying: LyingKeyLog) => void]>([
    ['the same name', (lying) => (lying.leaves = lying.leaves.slice(0, 2))],
    ['another host', (lying) => (lying.origin = `other.example/key-log/${began}`)],
    ['a name in the future', (lying) => (lying.origin = `${keyLogOrigin}/99999999999`)],
  ])('is not one with %s', async (_, change) => {
    const { log } = device(server);
    await log.auditOwn(await keyOf('ann'), noOthers);
    change(server);
    await expect(log.auditOwn(await keyOf('ann'), noOthers)).rejects.toMatchObject({
      problem: expect.stringMatching(/KEY_LOG_SPLIT|BAD_SIGNATURE|KEY_LOG_INVALID/),
    });
  });

  it('is refused with another key of the log, or with the name of an earlier log', async () => {
    const { log, lyingTo } = device(server);
    await log.auditOwn(await keyOf('ann'), noOthers);
    const first = await server.state();
    restore();
    const other = new LyingKeyLog();
    other.origin = server.origin;
    const state = await other.state();
    expect(await lyingTo((route, answer) => (route === routes.keyLog ? state : answer)).restarted()).toBeNull();
    await (await log.restarted())!.accept();
    const back = lyingTo((route, answer) => (route === routes.keyLog ? first : answer));
    await expect(back.auditOwn(await keyOf('ann'), noOthers)).rejects.toMatchObject(problem('BAD_SIGNATURE'));
  });

  it('invalidates checkpoints from before it: an earlier request is accepted, a later one is not', async () => {
    const { log } = device(server);
    const before = (await server.state()).checkpoint;
    restore();
    await log.auditOwn(await keyOf('ann'), noOthers);
    const day = 24 * 60 * 60;
    await log.requireConsistent(before, (began + day) * 1000 - 1);
    await expect(log.requireConsistent(before, (began + day) * 1000)).rejects.toMatchObject(problem('KEY_LOG_SPLIT'));
    const forged = await new LyingKeyLog().state();
    await expect(log.requireConsistent(forged.checkpoint, 0)).rejects.toMatchObject(problem('KEY_LOG_SPLIT'));
  });
});
