import { sizeLimitText, type UploadLimits } from '@tradepost/contracts/values/upload-sizes';
import { formatNames } from '@tradepost/reference/file-types';
import { language } from '../../../i18n/language';
import { t } from '../../../i18n/t';
import { formatBytes } from '../../../ui/feedback/format';

/** In English as the server writes it. */
const sizeOf = ({ maxFileBytes }: UploadLimits) =>
  language === 'en' ? sizeLimitText(maxFileBytes) : formatBytes(maxFileBytes);

/** The specification fixes the English hint: `50MB`. */
const sizeInHint = (limits: UploadLimits) =>
  language === 'en' ? sizeOf(limits).replace(/ (?=[A-Z])/, '') : sizeOf(limits);

function formatsOf({ fileTypes }: UploadLimits): string {
  if (fileTypes === null) return t('all');
  const { files, pictures } = formatNames(fileTypes);
  const images = pictures.length > 0 ? [t('Images ({formats})', { formats: pictures.join(', ') })] : [];
  return [...files, ...images].join(', ');
}

export const uploadHint = (limits: UploadLimits) =>
  t('Supported formats: {formats} • Max file size: {size}', {
    formats: formatsOf(limits),
    size: sizeInHint(limits),
  });

export const tooLargeText = (limits: UploadLimits) => t('The file is larger than {size}.', { size: sizeOf(limits) });

export const wrongTypeText = (limits: UploadLimits) =>
  t('This format is not supported. Supported formats: {formats}.', { formats: formatsOf(limits) });

export const wrongContentText = (limits: UploadLimits) =>
  t('The content does not match the file extension. Supported formats: {formats}.', { formats: formatsOf(limits) });
