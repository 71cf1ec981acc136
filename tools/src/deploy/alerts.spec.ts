import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { root } from '../topology/paths';

interface Rule {
  alert?: string;
  annotations?: { runbook?: string };
}

const { groups } = parse(readFileSync(join(root, 'deploy/prometheus/alerts.yml'), 'utf8')) as {
  groups: { rules: Rule[] }[];
};
const alerts = groups.flatMap(({ rules }) => rules).filter(({ alert }) => alert !== undefined);
const text = readFileSync(join(root, 'docs/monitoring.md'), 'utf8');

test('every alert names its paragraph of docs/monitoring.md, which says what to do', () => {
  expect(alerts.map(({ annotations }) => annotations?.runbook)).toEqual(
    alerts.map(({ alert = '' }) => `docs/monitoring.md#${alert.toLowerCase()}`),
  );
  const described = [...text.matchAll(/^### (Tradepost\w+)\n\nA (?:page|ticket)\. .+\n(?:.+\n)*\n\S/gm)].map(
    ([, name]) => name,
  );
  expect(described.sort()).toEqual(alerts.map(({ alert }) => alert).sort());
});
