import described from './described.json';
import { openApiDocument, type Described } from './document';

/** The document of the contracts as they are built. */
export const currentDocument = () => openApiDocument(described as unknown as Described);
