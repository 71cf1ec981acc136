import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const deploy = join(__dirname, '..', '..', '..', 'deploy');
const read = (file: string) => readFileSync(join(deploy, file), 'utf8');

interface Dashboard {
  panels: { targets?: { expr: string }[]; panels?: Dashboard['panels'] }[];
  templating: { list: { query?: string | { query: string } }[] };
}

const expressionsOf = (panels: Dashboard['panels']): string[] =>
  panels.flatMap(({ targets = [], panels: inner = [] }) => [
    ...targets.map(({ expr }) => expr),
    ...expressionsOf(inner),
  ]);

/** Every metric of the product that the files in deploy/ use. */
export function namesInAlertsAndDashboard(): string[] {
  const { panels } = JSON.parse(read('grafana/tradepost.json')) as Dashboard;
  const asked = [read('prometheus/alerts.yml').replace(/^\s*#.*$/gm, ''), ...expressionsOf(panels)].join('\n');
  return [...new Set(asked.match(/\b(tradepost|process|nodejs)_[a-z0-9_]+/g))].sort();
}
