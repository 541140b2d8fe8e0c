/** The props of an input that shows its description below it. */
export const LABEL_FIRST: {
  inputWrapperOrder: ('label' | 'input' | 'description' | 'error')[];
} = { inputWrapperOrder: ['label', 'input', 'description', 'error'] };
