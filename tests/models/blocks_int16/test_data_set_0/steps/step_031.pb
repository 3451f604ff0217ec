B
mean_codesJÖ}
<"ÆwtS 