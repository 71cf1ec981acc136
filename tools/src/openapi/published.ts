import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenApiDocument } from '@tradepost/openapi/document';
import { root } from '../topology/paths';

/** What callers were promised. */
export const publishedFile = join(root, 'docs/openapi.json');

/** Stored next to the contracts and merged into their document. */
export const examplesFile = join(root, 'libs/openapi/src/examples.json');

export const readPublished = () => JSON.parse(readFileSync(publishedFile, 'utf8')) as OpenApiDocument;

/** The version of the wire. */
export const contractsVersion = () =>
  (JSON.parse(readFileSync(join(root, 'libs/contracts/package.json'), 'utf8')) as { version: string }).version;

export const asText = (value: object) => `${JSON.stringify(value, null, 2)}\n`;
