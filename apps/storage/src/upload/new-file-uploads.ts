import { Inject, Injectable } from '@nestjs/common';
import { companyOf, type UserActor } from '@tradepost/contracts/actor';
import type { In } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { storageEvents, type storage } from '@tradepost/contracts/storage';
import { directoriesTo, inDirectory } from '@tradepost/contracts/values/file-paths';
import { cleanName } from '@tradepost/contracts/values/stored-names';
import { fileGroupOf } from '@tradepost/reference/file-types';
import { Db } from '@tradepost/service-kit/database/database';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import { ownerOf, StorageAccountsRepository } from '../account/accounts.repository';
import { CONFIG, type StorageConfig } from '../config';
import type { CurrentFile } from '../file/file.entity';
import { inFileRefused } from '../file/file-name.policy';
import { FilesRepository } from '../file/files.repository';
import { FoldersRepository } from '../folder/folders.repository';
import { newUpload } from './new-upload';
import { NewUploadsRepository, type NewFileUpload } from './new-uploads.repository';
import { announcedBy, managedRefused, type Announced } from './sealed-upload.policy';
import { isTaken } from '../unique-violation';
import { UploadsRepository } from './uploads.repository';

type Input = In<typeof storage.beginUpload>;

/** A new file that comes, and what identifies a repeat of its upload. */
export interface NewFileInput {
  input: Input;
  uploadKey: string | null;
  /** Absent: a new one. */
  uploadId?: string;
}

type Added = In<typeof storage.addFile>;

/** The upload that the added file is. */
export const uploadOf = ({ uploadId, ...input }: Added, uploadKey: string | null): NewFileInput => ({
  input: { ...input, expectedBytes: input.size, replace: false, resumable: false },
  uploadKey,
  uploadId,
});

/** `done`: the file of a call that was committed before. */
export interface OpenedFile {
  uploadId: string;
  objectKey: string;
  done?: CurrentFile;
}

export type OpenedNewFile = OpenedFile | { error: AppError };

interface Place extends NewFileInput {
  announced?: Announced;
  outcome?: OpenedNewFile;
}

const chosenIdOf = ({ enc, fileId }: Input) => (enc && fileId) || null;
const bytesOf = (places: Place[]) => places.reduce((sum, { announced }) => sum + (announced?.size ?? 0), 0);

/** Opens uploads of new files of one folder. The result for each file is the same as in a call with one file, and the number of statements
 * does not depend on the number of files. */
@Injectable()
export class NewFileUploads {
  constructor(
    private readonly db: Db,
    private readonly outbox: Outbox,
    private readonly accounts: StorageAccountsRepository,
    private readonly folders: FoldersRepository,
    private readonly files: FilesRepository,
    private readonly uploads: UploadsRepository,
    private readonly repository: NewUploadsRepository,
    @Inject(CONFIG) private readonly config: StorageConfig,
  ) {}

  /**
   * Opens the upload of a managed file that no key names, at the top level of the folder, as most are, in one statement.
   * @returns null, and nothing is changed, where that is not all that is needed: `open` then says why, or finds another name
   */
  async openAtOnce(input: Input, actor: UserActor): Promise<OpenedFile | null> {
    const { companyId } = companyOf(actor);
    const { folderId } = input;
    if (input.directory) return null;
    const place = { input, uploadKey: null, announced: announcedBy(input, actor, this.config) };
    const file = newFileOf(place, companyId, folderId);
    if (!(await this.repository.insertAtOnce(ownerOf(actor), folderId, file))) return null;
    return { uploadId: file.upload.id, objectKey: file.upload.objectKey };
  }

  /**
   * Adds a managed file after its bytes are stored, at the top level of the folder, in one statement.
   * @returns null, and nothing is changed, where that is not all that is needed: `openOne` and a commit then say why, or find another name
   */
  async addAtOnce(added: Added, uploadKey: string | null, actor: UserActor): Promise<CurrentFile | null> {
    const company = companyOf(actor);
    const { folderId, size, sha256, crc32, scan, mimetype } = added;
    if (added.directory) return null;
    const upload = uploadOf(added, uploadKey);
    const place = { ...upload, announced: announcedBy(upload.input, actor, this.config) };
    const file = newFileOf(place, company.companyId, folderId);
    const content = { mime_type: mimetype, file_group: fileGroupOf(file.name, mimetype), sha256, crc32, scan };
    const uploaded = { ...company, folderId, folderName: '', fileId: file.upload.fileId, name: file.name };
    let current: CurrentFile | null = null;
    try {
      await this.db.transaction(async (tx) => {
        await this.outbox.event(tx, storageEvents.fileUploaded, { ...uploaded, size, sha256, mode: 'managed' }, actor);
        this.repository.addAtOnce(tx, ownerOf(actor), folderId, file, content, (row) => (current = row));
      });
    } catch (error) {
      if (!isTaken(error)) throw error;
    }
    return current;
  }

  /** As `open`, for one. @throws AppError also for the file */
  async openOne(tx: Tx, given: NewFileInput, actor: UserActor): Promise<OpenedFile> {
    const [opened] = await this.open(tx, given.input.folderId, [given], actor);
    if (!opened || 'error' in opened) throw opened?.error ?? new AppError('INTERNAL');
    return opened;
  }

  /** @returns an outcome for each, in their order @throws AppError NOT_FOUND for the folder */
  async open(tx: Tx, folderId: string, given: NewFileInput[], actor: UserActor): Promise<OpenedNewFile[]> {
    const { companyId } = companyOf(actor);
    const places: Place[] = given.map((one) => ({ ...one }));
    const open = () => places.filter(({ outcome }) => !outcome);
    await this.findEarlier(tx, companyId, folderId, places);
    const ids = new Set<string>();
    for (const place of open()) {
      const id = chosenIdOf(place.input);
      if (id && ids.has(id)) place.outcome = { error: new AppError('FILE_ID_TAKEN') };
      else this.announce(place, actor);
      if (id) ids.add(id);
    }
    if (open().length > 0) await this.reserve(tx, actor, folderId, open());
    const news = new Map(open().map((place) => [place, newFileOf(place, companyId, folderId)]));
    if (news.size > 0) await this.insert(tx, companyId, folderId, news);
    return places.map(({ outcome }) => outcome as OpenedNewFile);
  }

  /** Repeats get the files that their first calls made; what those began and did not commit, ends. */
  private async findEarlier(tx: Tx, companyId: string, folderId: string, places: Place[]): Promise<void> {
    const keys = places.flatMap(({ uploadKey }) => uploadKey ?? []);
    if (keys.length === 0) return;
    const earlier = await this.uploads.ofKeys(tx, companyId, keys);
    const committed = earlier.filter(({ committedAt }) => committedAt);
    const files = new Map(
      (
        await this.files.current(
          committed.map(({ fileId }) => fileId),
          tx,
        )
      ).map((file) => [file.id, file]),
    );
    const byKey = new Map(
      committed.filter(({ fileId }) => files.has(fileId)).map((upload) => [upload.uploadKey, upload]),
    );
    for (const place of places) {
      const upload = byKey.get(place.uploadKey);
      const done = upload && files.get(upload.fileId);
      if (upload && done) place.outcome = { uploadId: upload.id, objectKey: upload.objectKey, done };
    }
    await this.uploads.releaseKeys(
      tx,
      committed.filter(({ fileId }) => !files.has(fileId)).map(({ id }) => id),
    );
    const uploadKeys = earlier.flatMap(({ committedAt, uploadKey }) => (committedAt ? [] : (uploadKey ?? [])));
    if (uploadKeys.length === 0) return;
    await this.folders.lock(tx, companyId, folderId); // before uploads, in the order in which every call locks them
    await this.end(tx, companyId, { uploadKeys });
  }

  /** In the order of the files: those that the company does not take, or that do not fit any more, are refused. */
  private async reserve(tx: Tx, actor: UserActor, folderId: string, places: Place[]): Promise<void> {
    const owner = ownerOf(actor);
    const { companyId } = owner;
    const sealed = places.filter(({ input }) => input.enc);
    const reserved = await this.repository.reserve(tx, owner, folderId, {
      all: bytesOf(places),
      sealed: bytesOf(sealed),
    });
    if (reserved) return refuseManaged(places, reserved.requiresE2E, actor);
    await this.end(tx, companyId, { newFileIds: places.flatMap(({ input }) => chosenIdOf(input) ?? []) });
    const { room, requiresE2E } = await this.accounts.lockRoom(tx, companyId);
    refuseManaged(places, requiresE2E, actor);
    let taken = 0;
    for (const place of places.filter(({ outcome }) => !outcome)) {
      const { size } = place.announced as Announced;
      if (taken + size > room) place.outcome = { error: new AppError('QUOTA_EXCEEDED') };
      else taken += size;
    }
    if (taken > 0) await this.accounts.take(tx, companyId, taken);
  }

  /** Most names are free and most ids new, so only those that are not cost further statements. */
  private async insert(tx: Tx, companyId: string, folderId: string, news: Map<Place, NewFileUpload>): Promise<void> {
    await this.refuseInFiles(tx, folderId, news);
    const left = () => new Map([...news].filter(([{ outcome }]) => !outcome));
    if (left().size > 0) await this.tryInsert(tx, folderId, left());
    if (left().size > 0) await this.insertRenamed(tx, companyId, folderId, left());
    await this.accounts.giveBack(
      tx,
      [...news].flatMap(([{ outcome }, { upload }]) =>
        outcome && 'error' in outcome ? [{ companyId, size: upload.size }] : [],
      ),
    );
  }

  /** A directory cannot be a file, of the folder or of the same call. */
  private async refuseInFiles(tx: Tx, folderId: string, news: Map<Place, NewFileUpload>): Promise<void> {
    const nested = [...news.keys()].filter(({ input }) => input.directory);
    if (nested.length === 0) return;
    const parentsOf = ({ input }: Place) => directoriesTo(input.directory ?? '');
    const parents = [...new Set(nested.flatMap(parentsOf))];
    const files = new Set(await this.files.filesAmong(tx, folderId, parents));
    const names = new Set([...news.values()].map(({ name }) => name.toLowerCase()));
    for (const place of nested) {
      const file = parentsOf(place).find((one) => files.has(one) || names.has(one.toLowerCase()));
      if (file !== undefined) place.outcome = { error: inFileRefused(file) };
    }
  }

  /** After unfinished uploads to the same ids have ended, and under free names. */
  private async insertRenamed(
    tx: Tx,
    companyId: string,
    folderId: string,
    news: Map<Place, NewFileUpload>,
  ): Promise<void> {
    const chosen = [...news.keys()].flatMap(({ input }) => chosenIdOf(input) ?? []);
    await this.end(tx, companyId, { newFileIds: chosen });
    const taken = chosen.length > 0 ? await this.repository.takenIds(tx, chosen) : new Set();
    const named = new Map([...news].filter(([, { upload }]) => !taken.has(upload.fileId)));
    const names = await this.files.freeNames(
      tx,
      folderId,
      [...named.values()].map(({ name }) => name),
    );
    for (const [index, file] of [...named.values()].entries()) file.name = names[index] as string;
    if (named.size > 0) await this.tryInsert(tx, folderId, named);
    for (const place of news.keys()) place.outcome ??= { error: new AppError('FILE_ID_TAKEN') };
  }

  private async tryInsert(tx: Tx, folderId: string, news: Map<Place, NewFileUpload>): Promise<void> {
    const inserted = await this.repository.insertFiles(tx, folderId, [...news.values()]);
    for (const [place, { upload }] of news)
      if (inserted.has(upload.id)) place.outcome = { uploadId: upload.id, objectKey: upload.objectKey };
  }

  private announce(place: Place, actor: UserActor): void {
    try {
      place.announced = announcedBy(place.input, actor, this.config);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      place.outcome = { error };
    }
  }

  /** Ends unfinished uploads of these keys, or to these new files: a repeated call replaces them. */
  private async end(tx: Tx, companyId: string, which: { uploadKeys?: string[]; newFileIds?: string[] }): Promise<void> {
    const { uploadKeys = [], newFileIds = [] } = which;
    if (uploadKeys.length + newFileIds.length === 0) return;
    const unfinished = await this.uploads.lockUnfinished(tx, companyId, { uploadKeys, newFileIds });
    await this.accounts.giveBack(tx, await this.uploads.remove(tx, unfinished));
  }
}

function refuseManaged(places: Place[], requiresE2E: boolean, actor: UserActor): void {
  for (const place of places) if (requiresE2E && !place.input.enc) place.outcome = { error: managedRefused(actor) };
}

function newFileOf({ input, announced, ...place }: Place, companyId: string, folderId: string): NewFileUpload {
  const { uploadId, uploadKey } = place;
  const target = { companyId, folderId, uploadId, uploadKey, announced: announced as Announced, replaced: null };
  return {
    upload: newUpload(input, target),
    name: inDirectory(input.directory ?? '', cleanName(input.name || input.fileName)),
    sample: input.sample ?? false,
  };
}
