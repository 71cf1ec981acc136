import { readFileSync, writeFileSync } from 'node:fs';
import { KeyLog } from '@tradepost/client/keys/key-log';
import { knownKeyLog } from '@tradepost/client/keys/key-log-memory';
import { routes } from '@tradepost/contracts/routes';
import { openCheckpoint } from '@tradepost/sealing/key-log/checkpoint';
import { labelOf } from '@tradepost/sealing/key-log/label';
import { verifyBundle } from '@tradepost/sealing/keys/bundle';
import type { Command } from 'commander';
import { Context } from '../../context';
import { deviceOf } from '../../device';
import { LocalError, TamperedData, UsageError } from '../../exit';
import { clientOf, copyLog, deviceWith, type SavedLog } from '../../key-log/saved-log';

interface Options {
  save?: string;
  key?: string;
  checkpoint?: string[];
}

export function addKeyAudit(keys: Command, signal: AbortSignal): void {
  keys
    .command('audit')
    .description(
      'Verify the key log, and check that it has no key in your name except your own. With a saved copy, works offline.',
    )
    .argument('[copy]', 'a copy that --save wrote')
    .option('--save <file>', 'save a copy of the log')
    .option('--key <key>', 'the log’s public key; needed for a copy')
    .option(
      '--checkpoint <file...>',
      'checkpoints from elsewhere (partners, a publication) that the log must agree with',
    )
    .addHelpText(
      'after',
      '\nExamples:\n  tradepost keys audit --save log.json\n  tradepost keys audit log.json --key tradepost.example/key-log+1a2b3c4d+AT…',
    )
    .action(async (copy: string | undefined, options: Options, command: Command) => {
      const context = new Context(command, signal);
      await (copy === undefined ? auditOnline(context, options) : auditCopy(context, copy, options));
    });
}

async function auditOnline(context: Context, { save, key, checkpoint }: Options): Promise<void> {
  const { client } = context;
  const { id, email } = await context.person();
  const { keys: stored } = await (context.hasKey ? context.ownKey() : client.send(routes.keys, {}));
  if (!stored) throw new UsageError('You have no encryption keys yet. Create them: tradepost keys create');
  const own = await verifyBundle(id, stored.bundle);
  if (own.address === null)
    throw new UsageError('Your keys are from an earlier version. Open them once: tradepost contacts list');
  const device = deviceOf(await context.account());
  const state = await client.send(routes.keyLog, {});
  // a given key is required from the first audit on
  if (key !== undefined) await openCheckpoint(state.checkpoint, key);
  const log = new KeyLog(client, device, labelOf);
  await log.auditOwn({ ...own, address: email }, { confirmed: [own.pairId], former: null });
  await report(context, log, checkpoint, (await knownKeyLog(device))?.key ?? state.key);
  const conflict = (await knownKeyLog(device))?.conflict;
  if (conflict)
    throw new TamperedData(
      `The server has shown this machine and a partner different logs. Show these two checkpoints to your administrator and your partners:\n${conflict.own}\n${conflict.other}`,
    );
  if (save !== undefined) writeFileSync(save, `${JSON.stringify(await copyLog(client))}\n`);
}

async function auditCopy(context: Context, file: string, { key, checkpoint }: Options): Promise<void> {
  if (key === undefined) throw new UsageError('To verify a copy, give the public key of the log: use --key');
  const saved = savedLogIn(file);
  const log = new KeyLog(clientOf(saved), await deviceWith(key, saved), labelOf);
  await report(context, log, checkpoint, key);
}

async function report({ out }: Context, log: KeyLog, files: string[] = [], key: string): Promise<void> {
  for (const file of files) await log.requireConsistent(readFileSync(file, 'utf8'), Date.now());
  const checkpoint = await log.verifyWhole();
  const { origin, size } = await openCheckpoint(checkpoint, key);
  out.value(
    { origin, entries: size, key, checkpoint, agreesWith: files.length },
    `${origin}: ${size} entries match the checkpoint and ${files.length} other checkpoints. Key ${key}`,
  );
}

function savedLogIn(file: string): SavedLog {
  const text = readFileSync(file, 'utf8');
  try {
    const { key, checkpoint, entries } = JSON.parse(text) as SavedLog;
    if (typeof key === 'string' && typeof checkpoint === 'string' && Array.isArray(entries))
      return { key, checkpoint, entries };
  } catch {
    // reported below
  }
  throw new LocalError(`${file}: is not a copy of a key log`);
}
