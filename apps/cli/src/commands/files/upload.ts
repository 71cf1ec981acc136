import type { Command } from 'commander';
import { batchesOf, maxBytesInBatch } from '@tradepost/client/api/batch-upload';
import { fetchUploadLimits } from '@tradepost/client/api/upload-limits';
import { Context } from '../../context';
import { SomeFailed, UsageError, exitCodeOf, fatalCodes, messageOf, type ExitCode } from '../../exit';
import { inParallel } from '../../in-parallel';
import { sizeText } from '../../output';
import { parallelOf, parallelOption } from '../../parallel-option';
import { Progress } from '../../progress';
import { Ledger } from '../../upload/ledger';
import { defaultUploadLimits, filesNamedBy, sourceOf, stdin, type Source } from '../../upload/sources';
import { Uploader, type Uploaded } from '../../upload/uploader';
import { filesOf, folderNamed } from './folder-named';

interface Options {
  managed?: boolean;
  name?: string;
  create?: boolean;
  replace?: boolean;
  whole?: boolean;
  parallel: string;
  category?: string;
  price?: string;
  currency?: string;
  records?: string;
  amount?: string;
}

export function addUpload(program: Command, signal: AbortSignal): void {
  program
    .command('upload')
    .summary('upload files into a folder')
    .description(
      'Upload files into a folder: paths, directories, quoted patterns, or - for standard input. A directory is uploaded with all files in it, under its name; dir/. without its name. Files are end-to-end encrypted on this machine; with --managed the server encrypts them, and the operator can read them. Run the same command again to upload only what is missing.',
    )
    .argument('<folder>', 'name or id of the folder')
    .argument('<files...>', 'paths, directories, quoted patterns, or -')
    .option('--managed', 'standard encryption instead of end-to-end encryption')
    .option('--name <name>', 'name of the file (one file only; required for -)')
    .option('--create', 'create the folder if it does not exist')
    .option(
      '--replace',
      'a file with the same name as one in the folder becomes its next version; of a large encrypted file only what has changed is sent',
    )
    .option(
      '--whole',
      'always send large encrypted files completely; the server then learns nothing about which parts change',
    )
    .addOption(parallelOption())
    .option('--category <text>', 'category of the files')
    .option('--price <amount>', 'price of each record')
    .option('--currency <code>', 'ISO currency code, like EUR')
    .option('--records <n>', 'number of records in each file')
    .option('--amount <amount>', 'total amount of each file')
    .addHelpText(
      'after',
      "\nExamples:\n  tradepost upload Prices 'out/*.csv' --price 0.5 --currency EUR\n  tradepost upload Prices ./2026\n  tradepost upload Prices export.csv --replace\n  pg_dump … | to-csv | tradepost upload Prices - --name prices.csv\n  tradepost upload Prices report.pdf --managed",
    )
    .action(async (folder: string, files: string[], options: Options, command: Command) =>
      upload(new Context(command, signal), folder, files, options),
    );
}

async function upload(context: Context, folderName: string, args: string[], options: Options): Promise<void> {
  const parallel = parallelOf(options.parallel);
  const files = await filesNamedBy(args);
  const paths = files.map(({ path }) => path);
  if (options.name !== undefined && paths.length > 1) throw new UsageError('--name works with one file only');
  if (paths.includes(stdin) && !options.name)
    throw new UsageError('Standard input needs --name, for example --name prices.csv');
  const { client, out } = context;
  if (paths.includes(stdin) && !options.managed && context.mustAsk)
    throw new UsageError(
      'Standard input is the file, so there can be no prompt: set TRADEPOST_PASSWORD or TRADEPOST_RECOVERY_KEY',
    );

  const failures: ExitCode[] = [];
  const failed = (path: string, error: unknown) => {
    const code = exitCodeOf(error);
    if (fatalCodes.includes(code)) throw error;
    failures.push(code);
    progress.clear();
    const message = messageOf(error);
    out.note(`tradepost: ${message.startsWith(path) ? '' : `${path}: `}${message}`);
    if (out.json) out.value({ path, status: 'failed', exitCode: code, message }, '');
  };
  const sources: Source[] = [];
  const progress = new Progress(paths.length, () => sources.reduce((sum, { size }) => sum + size, 0));
  const limits = await fetchUploadLimits(client, defaultUploadLimits, context.signal);
  for (const file of files)
    await sourceOf(file, limits, options.name).then(
      (source) => sources.push(source),
      (error: unknown) => failed(file.path, error),
    );

  if (sources.length > 0) {
    const folder = await folderNamed(client, folderName, options.create);
    const vault = options.managed ? undefined : (await context.keyring()).vault;
    const target = {
      folderId: folder.id,
      files: await filesOf(client, folder.id),
      terms: termsOf(options),
      vault,
      replace: options.replace ?? false,
      whole: options.whole ?? false,
      fileTypes: limits.fileTypes,
    };
    const uploader = new Uploader(client, new Ledger(await context.account(), folder.id), target);
    const finished = ({ path, size }: Source, { file, sha256, present }: Uploaded) => {
      progress.finish(path, size);
      progress.clear();
      const status = present ? 'present' : 'uploaded';
      out.value(
        { path, status, id: file.id, name: file.name, size: file.size, sha256, mode: file.mode, folderId: folder.id },
        `${status.padEnd(8)}  ${path}  ${sizeText(size)}  ${file.id}`,
      );
    };
    const notUploaded = ({ path }: Source, error: unknown) => {
      context.signal.throwIfAborted();
      failed(path, error);
    };
    const isSmall = ({ size }: Source) => !target.replace && size <= maxBytesInBatch;
    await inParallel(batchesOf(sources.filter(isSmall)), parallel, async (batch) => {
      const outcomes = await uploader
        .uploadTogether(batch)
        .catch((reason: unknown) => batch.map(() => ({ status: 'rejected' as const, reason })));
      for (const [at, source] of batch.entries()) {
        const outcome = outcomes[at] as PromiseSettledResult<Uploaded>;
        if (outcome.status === 'fulfilled') finished(source, outcome.value);
        else notUploaded(source, outcome.reason);
      }
    });
    await inParallel(
      sources.filter((source) => !isSmall(source)),
      parallel,
      async (source) => {
        const onProgress = (sent: number) => progress.move(source.path, Math.min(sent, source.size));
        await uploader.upload(source, onProgress).then(
          (uploaded) => finished(source, uploaded),
          (error: unknown) => notUploaded(source, error),
        );
      },
    );
    progress.clear();
  }
  if (failures.length > 0)
    throw new SomeFailed(`${failures.length} of ${paths.length} files were not uploaded`, failures[0]!);
}

const termsOf = ({ category, price, currency, records, amount }: Options): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ category, price, currency, numberOfRecords: records, totalAmount: amount }).filter(
      (field): field is [string, string] => field[1] !== undefined,
    ),
  );
