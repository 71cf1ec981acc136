import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { migrationNames } from '../../topology/migrations';
import { upgradedInPlace } from './in-place';
import { builtRevision, type Revision } from './revision';
import { rolledOver } from './rolling';

/** From an earlier commit to this build and back: the embedded topology in place, the services app by app. */
export async function upgradedFrom(from: string, dataDir: string) {
  console.log(`Building ${from} …`);
  const revision = await builtRevision(from, join(dataDir, 'revision'));
  try {
    const added = addedMigrations(revision);
    console.log(`New migrations since ${revision.name}: ${added.join(', ') || 'none'}`);
    const folderOf = (kind: string) => {
      const folder = join(dataDir, kind);
      mkdirSync(folder);
      return folder;
    };
    const embedded = await upgradedInPlace(folderOf('embedded'), revision);
    const { forth, back } = await rolledOver(folderOf('services'), revision);
    return {
      facts: {
        'new migrations': added.length,
        ...named('in place', embedded.facts),
        ...named('app by app', forth.facts),
        ...named('app by app, back', back.facts),
      },
      losses: {
        ...named('in place', embedded.losses),
        ...named('in place, back', embedded.lossesBack),
        ...named('app by app', forth.losses),
        ...named('app by app, back', back.losses),
      },
    };
  } finally {
    await revision.stop();
  }
}

function addedMigrations({ module }: Revision): string[] {
  const earlier = module<typeof import('../../topology/migrations')>('tools/dist/topology/migrations').migrationNames;
  return Object.entries(migrationNames).flatMap(([schema, names]) =>
    names.filter((name) => !earlier[schema]?.includes(name)),
  );
}

const named = (step: string, values: Record<string, number>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`${step}: ${name}`, value]));
