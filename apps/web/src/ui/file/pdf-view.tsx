import { Alert, Button, Flex, Spin, Typography } from 'antd';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useRef, useState } from 'react';
import { t } from '../../i18n/t';
import styles from './pdf-view.module.css';

/** Draws pages on a canvas, so that scripts, forms and links of a PDF stay inactive. */
async function openPdf(blob: Blob): Promise<PDFDocumentProxy> {
  const [pdfjs, { default: workerSrc }] = await Promise.all([
    import('pdfjs-dist/legacy/build/pdf.mjs'),
    import('pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'),
  ]);
  pdfjs.GlobalWorkerOptions.workerSrc = workerSrc;
  return pdfjs.getDocument({ data: await blob.arrayBuffer(), enableXfa: false }).promise;
}

const maxWidth = 900;

export function PdfView({ blob, name }: { blob: Blob; name: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [pdf, setPdf] = useState<PDFDocumentProxy>();
  const [page, setPage] = useState(1);
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    let isGone = false;
    let opened: PDFDocumentProxy | undefined;
    openPdf(blob).then(
      (document) => {
        opened = document;
        if (isGone) void document.loadingTask.destroy();
        else setPdf(document);
      },
      () => setFailed(true),
    );
    return () => {
      isGone = true;
      void opened?.loadingTask.destroy();
    };
  }, [blob]);

  useEffect(() => {
    const target = canvas.current;
    if (!pdf || !target) return;
    let task: { cancel: () => void } | undefined;
    let isGone = false;
    void pdf.getPage(page).then(
      (shown) => {
        if (isGone) return;
        const width = Math.min(maxWidth, target.parentElement?.clientWidth ?? maxWidth);
        const viewport = shown.getViewport({
          scale: (width / shown.getViewport({ scale: 1 }).width) * devicePixelRatio,
        });
        Object.assign(target, { width: viewport.width, height: viewport.height });
        const render = shown.render({ canvas: target, viewport });
        task = render;
        render.promise.catch((error: Error) => {
          if (error.name !== 'RenderingCancelledException') setFailed(true);
        });
      },
      () => setFailed(true),
    );
    return () => {
      isGone = true;
      task?.cancel();
    };
  }, [pdf, page]);

  if (failed)
    return <Alert type="warning" showIcon title={t('This PDF cannot be shown here. Download it to open it.')} />;
  return (
    <Flex vertical gap={12} align="center">
      {!pdf && <Spin />}
      <canvas
        ref={canvas}
        role="img"
        // so that the arrow keys scroll it
        tabIndex={0}
        aria-label={t('Page {page} of {name}', { page, name })}
        className={styles.page}
        hidden={!pdf}
      />
      {pdf && pdf.numPages > 1 && (
        <Flex gap={8} align="center">
          <Button disabled={page <= 1} onClick={() => setPage(page - 1)}>
            {t('Previous')}
          </Button>
          <Typography.Text className="numbers">
            {t('Page {page} of {numPages}', { page, numPages: pdf.numPages })}
          </Typography.Text>
          <Button disabled={page >= pdf.numPages} onClick={() => setPage(page + 1)}>
            {t('Next')}
          </Button>
        </Flex>
      )}
    </Flex>
  );
}
