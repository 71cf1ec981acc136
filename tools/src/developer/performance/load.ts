import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { writeGraphs } from '../../load/graphs';
import { startMailSink } from '../../load/mail-sink';
import { reportOf } from '../../load/report';
import { settingsUnderLoad, underLoad } from '../../load/run';
import { limitsOfTests } from '../../topology/limits-of-tests';
import { root } from '../../topology/paths';
import { startTopology } from '../../topology/start';

/** `npm run load [-- --people 200 --rate 100 --minutes 30 --services --images docs/images]`: a fresh installation under a steady load. */
async function load() {
  const { people, rate, minutes, kind, images } = options();
  const dataDir = mkdtempSync(join(tmpdir(), 'tradepost-load-'));
  const sink = await startMailSink();
  try {
    const topology = await startTopology({
      kind,
      dataDir,
      persistent: true,
      smtpUrl: sink.smtpUrl,
      env: { ...limitsOfTests, ...settingsUnderLoad, LOG_LEVEL: 'error' },
    });
    try {
      const run = await underLoad(topology, sink, { people, rate, seconds: minutes * 60 });
      const { kinds, errors, facts, processes, exceeded, notJudged } = reportOf(run);
      console.log(
        `${kind}: ${people} people, ${rate} arrivals a second for ${minutes} minutes. Milliseconds by kind of call:`,
      );
      console.table(kinds);
      console.table(facts);
      console.table(processes);
      if (Object.keys(errors).length > 0) console.table(errors);
      console.log(`Graphs: ${writeGraphs(images, run).join(', ')}`);
      for (const what of notJudged) console.log(`Not evaluated: ${what}`);
      for (const what of exceeded) console.error(`Limit exceeded: ${what}`);
      if (exceeded.length > 0) process.exitCode = 1;
    } finally {
      await topology.stop();
    }
  } finally {
    await sink.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** @throws Error for a value that is no number above 0 */
function options() {
  const { values } = parseArgs({
    options: {
      people: { type: 'string', default: '200' },
      rate: { type: 'string', default: '100' },
      minutes: { type: 'string', default: '30' },
      services: { type: 'boolean', default: false },
      images: { type: 'string', default: join(root, 'docs', 'images') },
    },
  });
  const number = (name: 'people' | 'rate' | 'minutes') => {
    const value = Number(values[name]);
    if (!(value > 0)) throw new Error(`--${name} must be a number above 0`);
    return value;
  };
  return {
    people: number('people'),
    rate: number('rate'),
    minutes: number('minutes'),
    kind: values.services ? ('services' as const) : ('embedded' as const),
    images: values.images,
  };
}

load().catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
