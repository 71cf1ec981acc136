import { mkdir } from 'node:fs/promises';
import { PartSlots } from '@tradepost/client/api/part-slots';
import type { Command } from 'commander';
import { openTransfer, type ReceivedContent } from '@tradepost/client/transfers/sealed-transfers';
import { routes } from '@tradepost/contracts/routes';
import { safeFilePaths } from '@tradepost/contracts/values/safe-names';
import { Context } from '../../context';
import { download as fetchFile } from '../../download/downloader';
import { makeDirectories, targetIn } from '../../download/target';
import { SomeFailed, UsageError, exitCodeOf, fatalCodes, messageOf, type ExitCode } from '../../exit';
import { inParallel } from '../../in-parallel';
import { sizeText } from '../../output';
import { parallelOf, parallelOption } from '../../parallel-option';
import { Progress } from '../../progress';

interface Options {
  into: string;
  force?: boolean;
  files?: string[];
  parallel: string;
}

export function addDownload(program: Command, signal: AbortSignal): void {
  program
    .command('download')
    .summary('download the files of a transfer')
    .description(
      'Download the files of a transfer and verify their hashes. Their directories are created in the target folder. End-to-end encrypted files are opened on this machine, with your password, recovery key or sealing key. After an interruption run the same command again to resume.',
    )
    .argument('<transfer>', 'id of the transfer, or the link from the mail')
    .option('--into <folder>', 'target folder; created if it does not exist', '.')
    .option('--files <ids...>', 'ids of the files to download (default: all)')
    .option('--force', 'replace existing files with different content')
    .addOption(parallelOption())
    .addHelpText(
      'after',
      '\nExamples:\n  tradepost download 0198f2c0-… --into data\n  tradepost transfers --json | jq -r .[0].id | xargs tradepost download --',
    )
    .action(async (transfer: string, options: Options, command: Command) =>
      download(new Context(command, signal), transfer, options),
    );
}

async function download(
  context: Context,
  transfer: string,
  { into: folder, force = false, files: only, parallel }: Options,
): Promise<void> {
  const maxConcurrency = parallelOf(parallel);
  const { client, out, signal } = context;
  const id = idIn(transfer);
  const { view, files: all } = await openTransfer(client, () => context.keyring(), id);
  if (view.status !== 'live') throw new UsageError(`This transfer is ${view.status}`);
  const unknown = only?.find((fileId) => !all.some((file) => file.fileId === fileId));
  if (unknown) throw new UsageError(`There is no file ${unknown} in this transfer`);
  const names = safeFilePaths(all.map(({ name }) => name));
  const wanted = all
    .map((file, n) => ({ file, name: names[n]! }))
    .filter(({ file }) => !only || only.includes(file.fileId));
  await mkdir(folder, { recursive: true });
  for (const { file, name } of wanted)
    if (name !== file.name.normalize('NFC')) out.note(`${file.name}: is saved as ${name}`);

  const failures: ExitCode[] = [];
  let fetched = false;
  const progress = new Progress(wanted.length, () => wanted.reduce((sum, { file }) => sum + file.size, 0));
  // ranges are streams, which hold no memory
  const slots = new PartSlots({ mostBytes: Infinity });
  await inParallel(wanted, maxConcurrency, async ({ file, name }) => {
    const target = targetIn(folder, name, file);
    try {
      await makeDirectories(folder, target);
      const present = await fetchFile(client, file, target, {
        force,
        slots,
        signal,
        onProgress: (loaded) => progress.move(file.fileId, loaded),
      });
      fetched ||= !present;
      progress.finish(file.fileId, file.size);
      progress.clear();
      out.value(
        itemOf(file, { path: target.path, status: present ? 'present' : 'downloaded' }),
        `${(present ? 'present' : 'downloaded').padEnd(10)}  ${target.path}  ${sizeText(file.size)}${file.mode === 'e2e' ? '  end-to-end encrypted' : ''}`,
      );
    } catch (error) {
      signal.throwIfAborted();
      const code = exitCodeOf(error);
      if (fatalCodes.includes(code)) throw error;
      failures.push(code);
      progress.clear();
      const message = messageOf(error);
      out.note(`tradepost: ${message.startsWith(target.path) ? '' : `${target.path}: `}${message}`);
      if (out.json) out.value(itemOf(file, { path: target.path, status: 'failed', exitCode: code, message }), '');
    }
  });
  if (failures.length > 0)
    throw new SomeFailed(`${failures.length} of ${wanted.length} files were not downloaded`, failures[0]!);
  if (fetched && !only)
    await client
      .send(routes.recordDownload, { id })
      .catch((error: unknown) => out.note(`The download was not recorded for the sender: ${messageOf(error)}`));
}

const itemOf = (
  { fileId, size, sha256, mode }: ReceivedContent,
  about: { path: string; status: string; exitCode?: number; message?: string },
) => ({ ...about, fileId, size, sha256, mode });

/** @throws UsageError */
function idIn(transfer: string): string {
  if (!URL.canParse(transfer)) return transfer;
  const id = new URL(transfer).searchParams.get('id');
  if (!id) throw new UsageError(`${transfer} is not a transfer link`);
  return id;
}
