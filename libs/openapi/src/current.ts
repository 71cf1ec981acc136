import described from './described.json';
import { openApiDocument, type Described } from './document';
import examples from './examples.json';
import { withExamples, type Examples } from './examples';

/** The OpenAPI document of the current contracts. */
export const currentDocument = () =>
  withExamples(openApiDocument(described as unknown as Described), examples as unknown as Examples);
