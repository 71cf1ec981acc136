import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { root } from '../topology/paths';

interface Rule {
  alert?: string;
  annotations?: { runbook?: string };
}

interface ExpectedAlerts {
  alertname: string;
  exp_alerts: unknown[];
}

const read = (name: string): unknown => parse(readFileSync(join(root, 'deploy/prometheus', name), 'utf8'));
const { groups } = read('alerts.yml') as { groups: { rules: Rule[] }[] };
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

test('every alert has a test in which it is quiet and one in which it fires', () => {
  const { tests } = read('alerts.test.yml') as { tests: { alert_rule_test: ExpectedAlerts[] }[] };
  const expected = tests.flatMap(({ alert_rule_test }) => alert_rule_test);
  const tested = (fires: boolean) =>
    new Set(expected.filter(({ exp_alerts }) => exp_alerts.length > 0 === fires).map(({ alertname }) => alertname));
  const all = new Set(alerts.map(({ alert }) => alert));
  expect(tested(false)).toEqual(all);
  expect(tested(true)).toEqual(all);
});
