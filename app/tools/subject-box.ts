export interface SubjectBox {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** `left,top,width,height`. Null outside the photo or below 5 %. */
export function readSubjectBox(text: string): SubjectBox | null {
  if (!/^\d{1,3}(,\d{1,3}){3}$/.test(text)) return null;
  const [left = 0, top = 0, width = 0, height = 0] = text.split(",").map(Number);
  const fits = width >= 5 && height >= 5 && left + width <= 100 && top + height <= 100;
  return fits ? { left, top, width, height } : null;
}
