import { existsSync, writeFileSync } from 'node:fs';
import { openApiDocument } from '@tradepost/contracts/openapi/document';
import { breakingChanges, maySayBreaking } from './openapi/breaking.policy';
import { describeContracts, describedFile } from './openapi/described';
import { asText, publishedFile, readPublished } from './openapi/published';

const described = describeContracts();
writeFileSync(describedFile, asText(described));
const document = openApiDocument(described);
const broken = existsSync(publishedFile) ? unannounced() : [];
if (broken.length > 0) {
  console.error(`This breaks callers. Give libs/contracts/package.json a higher minor version than ${readPublished().info.version}, or take it back:\n${broken.map((line) => `- ${line}`).join('\n')}`);
  process.exitCode = 1;
} else {
  writeFileSync(publishedFile, asText(document));
  console.log(`docs/openapi.json: ${Object.values(document.paths).flatMap(Object.keys).length} operations, version ${document.info.version}`);
}

function unannounced(): string[] {
  const published = readPublished();
  return maySayBreaking(published.info.version, document.info.version) ? [] : breakingChanges(published, document);
}
