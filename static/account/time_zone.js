// Proposes the time zone that the phone is in.
const select = document.querySelector("select[data-own-zone]");
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (select && [...select.options].some((option) => option.value === zone)) select.value = zone;
