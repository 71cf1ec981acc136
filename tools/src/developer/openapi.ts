import { existsSync, writeFileSync } from 'node:fs';
import { openApiDocument, type OpenApiDocument } from '@tradepost/openapi/document';
import { withExamples } from '@tradepost/openapi/examples';
import { breakingChanges, maySayBreaking } from '../openapi/breaking.policy';
import { describeContracts, describedFile } from '../openapi/described';
import { examplesOf } from '../openapi/examples';
import { asText, examplesFile, publishedFile, readPublished } from '../openapi/published';

async function openapi() {
  const described = describeContracts();
  writeFileSync(describedFile, asText(described));
  const bare = openApiDocument(described);
  const examples = await examplesOf(bare);
  writeFileSync(examplesFile, asText(examples));
  const document = withExamples(bare, examples);
  const broken = existsSync(publishedFile) ? unannounced(document) : [];
  if (broken.length > 0) {
    console.error(
      `This breaks callers. Give libs/contracts/package.json a higher minor version than ${readPublished().info.version}, or take it back:\n${broken.map((line) => `- ${line}`).join('\n')}`,
    );
    process.exitCode = 1;
    return;
  }
  writeFileSync(publishedFile, asText(document));
  console.log(
    `docs/openapi.json: ${Object.values(document.paths).flatMap(Object.keys).length} operations, version ${document.info.version}`,
  );
}

function unannounced(document: OpenApiDocument): string[] {
  const published = readPublished();
  return maySayBreaking(published.info.version, document.info.version) ? [] : breakingChanges(published, document);
}

void openapi();
