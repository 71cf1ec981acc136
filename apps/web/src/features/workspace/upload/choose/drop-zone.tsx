import { useDropzone } from 'react-dropzone';
import { t } from '../../../../i18n/t';
import { useUploadLimits } from '../../../../session/upload-limits.store';
import { chooseDirectory, isVisible } from './dropped-directory';
import { DropZoneView } from './drop-zone-view';

interface DropZoneProps {
  onFiles: (files: File[]) => void;
  /** Bytes of storage; undefined when unknown. */
  free: number | undefined;
  /** The main part of its page. */
  isLarge?: boolean;
}

/** Chooses files by click, keyboard or drop. A directory adds the files in it, with their paths. */
export function DropZone({ onFiles, ...shown }: DropZoneProps) {
  const { fileTypes } = useUploadLimits();
  const { getRootProps, getInputProps, isDragActive } = useDropzone({
    onDrop: (files) => onFiles(files.filter(isVisible)),
    useFsAccessApi: false,
  });
  return (
    <div>
      <input
        {...getInputProps({
          'aria-label': t('Choose files'),
          ...(fileTypes && { accept: fileTypes.map((type) => `.${type}`).join(',') }),
        })}
      />
      <DropZoneView
        {...shown}
        isDragActive={isDragActive}
        zone={getRootProps({ role: 'button', 'aria-label': t('Upload your files') })}
        onDirectory={() => chooseDirectory((files) => onFiles(files.filter(isVisible)))}
      />
    </div>
  );
}
