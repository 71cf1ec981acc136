const prices = Array.from(
  { length: 500 },
  (_, i) =>
    `2025-${String((i % 12) + 1).padStart(2, '0')}-01,${['Rotterdam', 'Mumbai', 'Santos'][i % 3]},${(410 + (i % 37) * 1.25).toFixed(2)},USD`,
);

/** A minimal PDF of one page (PDF 1.4, ISO 32000 object syntax). */
function onePagePdf(text: string): Buffer {
  const stream = `BT /F1 18 Tf 72 720 Td (${text}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, i) => {
    const at = body.length;
    body += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const table = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  return Buffer.from(
    `${body}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`,
  );
}

/** What the demo sender offers: a price series and its description. */
export const demoFiles = [
  {
    name: 'prices.csv',
    content: ['month,port,price,currency', ...prices].join('\n'),
    type: 'text/csv',
    fields: { category: 'Trade', price: '0.05', currency: 'USD', numberOfRecords: '500' },
  },
  {
    name: 'about the data.pdf',
    content: new Blob([new Uint8Array(onePagePdf('Freight prices 2025: monthly, three ports'))]),
    type: 'application/pdf',
    fields: { category: 'Trade', price: '0', currency: 'USD', numberOfRecords: '0' },
  },
];
