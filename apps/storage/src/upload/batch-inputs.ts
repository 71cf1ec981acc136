import type { In } from '@tradepost/contracts/define';
import { storage, uploadInput } from '@tradepost/contracts/storage';
import { validate } from '@tradepost/contracts/values/validate';

type Input = In<typeof storage.beginUpload>;

const ownFields = storage.beginUpload.input.pick(['fileName', 'expectedBytes', 'resumable']);

/** Reads each file of a call as if it came alone, and terms that several have only once. A file that cannot be read has its AppError as the reason. */
export function batchInputs({
  folderId,
  terms,
  files,
}: In<typeof storage.beginUploads>): Promise<PromiseSettledResult<Input>[]> {
  const read = new Map<string, ReturnType<typeof readTerms>>();
  const readTerms = (given: object | undefined) => validate(uploadInput, { ...given, folderId, replace: false });
  const termsOf = (given: object | undefined) => {
    const text = JSON.stringify(given ?? {});
    const known = read.get(text) ?? readTerms(given);
    read.set(text, known);
    return known;
  };
  return Promise.allSettled(
    files.map(async ({ fileName, expectedBytes }, at) => ({
      ...(await termsOf(terms[at])),
      ...(await validate(ownFields, { fileName, expectedBytes })),
    })),
  );
}
