import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '@tradepost/contracts/errors';
import { sizeLimitText } from '@tradepost/contracts/values/upload-sizes';
import { sealedSize } from '@tradepost/sealing/file/format';
import { mostSegmentedSize } from '@tradepost/sealing/file/segments';
import { fileTooLarge } from '@tradepost/service-kit/runtime/upload-settings';
import { CONFIG, uploadLimitsOf, type GatewayConfig } from '../config';
import { filesOfTypes, type AcceptedFormats } from './file-type';

/** The largest file of a form: stores take an object of unknown length in parts that are held in memory. */
const maxFormFileBytes = 5 * 1024 ** 3;

export type FileKind = 'managed' | 'whole' | 'segmented';

/** What the fields of an upload announce: only in segments does a sealed file state the size of its content. */
export function fileKindOf({ enc, contentSize }: Record<string, unknown>): FileKind {
  if (!enc) return 'managed';
  return contentSize === undefined ? 'whole' : 'segmented';
}

/** What this installation accepts into folders. */
@Injectable()
export class UploadRules {
  /** Bytes of content of one file. */
  readonly maxFileBytes: number;
  readonly formats: AcceptedFormats;

  constructor(@Inject(CONFIG) config: GatewayConfig) {
    const { maxFileBytes, fileTypes } = uploadLimitsOf(config);
    this.maxFileBytes = maxFileBytes;
    this.formats = filesOfTypes(fileTypes);
  }

  /** Bytes of a file with as much content as a file may have. */
  maxBytes(kind: FileKind): number {
    if (kind === 'managed') return this.maxFileBytes;
    return kind === 'segmented' ? mostSegmentedSize(this.maxFileBytes) : sealedSize(this.maxFileBytes);
  }

  readonly tooLarge = (): AppError => fileTooLarge(this.maxFileBytes);

  /** As `maxBytes`, of a file that comes as a form. */
  maxFormBytes(isSealed: boolean): number {
    const content = Math.min(this.maxFileBytes, maxFormFileBytes);
    return isSealed ? sealedSize(content) : content;
  }

  readonly formTooLarge = (): AppError =>
    this.maxFileBytes <= maxFormFileBytes
      ? this.tooLarge()
      : new AppError('FILE_TOO_LARGE', {
          message: `Files larger than ${sizeLimitText(maxFormFileBytes)} must be sent as a resumable upload`,
        });
}
