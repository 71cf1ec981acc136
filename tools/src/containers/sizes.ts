import type { Docker } from './docker';
import { project } from './installation';
import { shippedNode } from '../supply-chain/node-programs';
import { apps } from '../topology/catalogue';

const megabyte = 1_000_000;
/** Megabytes of the layers that this repository adds to the base image. */
const budgets: Record<string, number> = { gateway: 55, tools: 20, web: 130 };
const budgetOfAnApp = 25;
/** The base of each image; shared layers do not count. */
const base = `gcr.io/distroless/nodejs${shippedNode}-debian12:nonroot`;

/** Megabytes that each image adds to its base, and the images above their limit. */
export async function imageSizes(docker: Docker): Promise<{ sizes: Record<string, number>; tooLarge: string[] }> {
  const sizes: Record<string, number> = {};
  const size = async (name: string) => Number(await docker.run(['image', 'inspect', '--format', '{{.Size}}', name]));
  const ofBase = await size(base);
  for (const name of [...apps.map(({ folder }) => folder), 'tools', 'web']) {
    const below = name === 'web' ? await size('debian:bookworm-slim') : ofBase;
    sizes[name] = Math.round((await size(`${project}/${name}:latest`)) / megabyte - below / megabyte);
  }
  const tooLarge = Object.entries(sizes)
    .filter(([name, megabytes]) => megabytes > (budgets[name] ?? budgetOfAnApp))
    .map(([name, megabytes]) => `${name} ${megabytes} MB of ${budgets[name] ?? budgetOfAnApp}`);
  return { sizes, tooLarge };
}
