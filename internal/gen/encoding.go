package gen

// An EncodingSample has some of the code points that a legacy encoding can encode.
type EncodingSample struct {
	Name string // as in the Encoding Standard, in lower case
	Text string // code points of the encoding, some at the edges of its tables
}

// Encodings has the encodings of the Encoding Standard, in its order. It includes UTF-16 and replacement, for which
// URLs use UTF-8.
var Encodings = []EncodingSample{
	{"utf-8", "é€日\U0001f600\ufffd\uffff"},
	{"ibm866", "АЯабрпяЁё░█√№■\u00a0Є°"},
	{"iso-8859-2", "\u0080\u009f\u00a0Ą˘ŁčŘßŕż˙§"},
	{"iso-8859-3", "\u0080\u00a0Ħ˘£Ĥİġŭ˙½"},
	{"iso-8859-4", "\u0080\u00a0ĄĸŖĨĻŨ˙ŋ¯"},
	{"iso-8859-5", "\u0080\u00a0ЁЏАЯабя№ёџ§"},
	{"iso-8859-6", "\u0080\u00a0¤،؛؟ءغـفيْ"},
	{"iso-8859-7", "\u0080\u00a0‘’£€₯ͺΆΏΰώ½"},
	{"iso-8859-8", "\u0080\u00a0¢÷×‗את\u200e\u200f¾"},
	{"iso-8859-8-i", "\u0080\u00a0¢÷×‗את\u200e\u200f¾"},
	{"iso-8859-10", "\u0080\u00a0ĄĒĢŧĸ―ÞĐð"},
	{"iso-8859-13", "\u0080\u00a0”¢Ø„ĄŽßąž’“"},
	{"iso-8859-14", "\u0080\u00a0Ḃḃ£ĊẀŴŷÿỳ§"},
	{"iso-8859-15", "\u0080\u00a0€ŠšŽžŒœŸÿ£"},
	{"iso-8859-16", "\u0080\u00a0ĄąŁ€„Šș”țÿ"},
	{"koi8-r", "─█⌠■∙√≈\u00a0ёЁ©юаЪ"},
	{"koi8-u", "─█⌠■∙√≈\u00a0ёєіїґЄІЇҐ©Ъ"},
	{"macintosh", "ÄÅé†°¢∞π€‹ﬁﬂ\uf8ffˇ\u00a0Ω"},
	{"windows-874", "€…‘’“”\u00a0กฺ฿๛\u0081\u0090"},
	{"windows-1250", "€‚„…‰ŠŚ™ˇĄ˙Ż\u0081\u0098"},
	{"windows-1251", "ЂЃ‚ѓ€‰ЏђЎАЯяё№\u0098"},
	{"windows-1252", "€‚ƒ„†‰ŠŒŽ™ŸÀÿ\u00a0\u0081\u009d"},
	{"windows-1253", "€‚ƒ„†‰‹™΅Ά£Ώώ\u0081\u0098"},
	{"windows-1254", "€‚ƒŠŒŸĞİŞğış\u0081\u009e"},
	{"windows-1255", "€‚ƒˆ‰₪×÷ְאת\u200e\u200fװ\u0081"},
	{"windows-1256", "€پ‚ƒˆ‰ٹ‹Œچڈ،؛؟ےé"},
	{"windows-1257", "€‚„…‰¨ˇ¸™¯˛ØŖĄž\u0081"},
	{"windows-1258", "€‚ƒŒŸẰĐ̣Ữơ₫ÿ\u0081"},
	{"x-mac-cyrillic", "АЯ†°ҐґЂђЃѓЄяё€№"},
	{"gbk", "一丁啊齄€、。〇ㄅ＄￥ⅹ⒈─á\u30fc\u02ca\u3021兀嗀鿦\u4dae\u2e81\ue000\ue233\ue234\ue4c5\ue4c6\ue765\ue766\ue7c7\ue81e\ue864\ue78d\ue796\u9fb4"},
	{"gb18030", "一啊齄€、〇é\u0080ÿ\uffffㄅ\U00010000\U0010ffff\u1e3f\ufe10\u9fb4\u20ac\u00a5\u02ca\ue7c7\ue78d\ue796\ue81e\ue826\ue864\ue000\ue233\ue234\ue4c5\ue4c6\ue765\ue766\ue865\uf92c\uffe6"},
	{"big5", "一丁乂　，、。龘糖€╔═╞╡╪\u5341\u5345\u5140\ufa0c╭╮╯╰〃仝倩包卄卿婷廴无晴港煮瓩癶兀嗀＄￠\U00020021Ê̄ÊẼêㄅ①ⅰ十卅裏碁"},
	{"euc-jp", "　、あア亜熙｡ﾟ①㍉Ⅰ纊黑¥‾−～∥￢é"},
	{"iso-2022-jp", "　、あア亜熙｡ﾟ①㍉Ⅰ¥‾−～\\~"},
	{"shift_jis", "　、あア亜熙｡ﾟ①㍉Ⅰⅰ纊黑¥‾−～∥￢≒∵\u0080腕瑤ミム漾\ue000纊侔匀夋嶹撝杦沆瀨珵礰茁諸釤鋠隝鮱￤＇＂"},
	{"euc-kr", "가각똠힣　、한글伽詰ㄱㅎⅠ①ㅤ갂†"},
	{"replacement", "é€"},
	{"utf-16be", "é€\U0001f600"},
	{"utf-16le", "é€\U0001f600"},
	{"x-user-defined", "\uf780\uf7ff\uf7a0"},
}

// EncodingText returns text to encode: code points of the encoding of s, others, and ASCII that is special in
// percent-encode sets or in the encoding. The text has no code point that the URL parser strips from a query or that
// ends a query.
func (g *Generator) EncodingText(s EncodingSample) string {
	runes := []rune(s.Text)
	has := func(g *Generator) string { return string(runes[g.Below(len(runes))]) }
	return g.join(1, 4, "", func(g *Generator) string {
		return g.apply(
			has, has, has, has,
			oneOf("a", "b", "Z", "0"),
			oneOf(" ", "\"", "<", ">", "'", "&", "+", "%", "=", "~", "\\", "|", "^", "!", "*", "\x0e", "\x0f", "\x1b", "\x7f", "\x00"),
			oneOf("é", "€", "日", "あ", "ﾃ", "가", "Ж", "א", "\U0001f600", "\ufffd", "\ue5e5", "\uf780", "\u00a5", "\u203e", "\u2212", "\uff0d", "\u0080", "\u00a0", "\u1e9e", "\uffff", "\U00010000"),
		)
	})
}

// encodable are the code points of EncodeCase: those beyond ASCII of the Basic Multilingual Plane, and the ideographs
// that Big5 has.
var encodable = ranges{{0x80, 0xD800}, {0xE000, 0x10100}, {0x1F600, 0x1F640}, {0x20000, 0x2A700}}

// encodeRun is the number of code points in the text of EncodeCase.
const encodeRun = 16

// EncodeCases is the number of cases of EncodeCase.
var EncodeCases = encodable.count() / encodeRun * len(Encodings)

// EncodeCase returns case i of a list that contains all encodable code points, in order, for each encoding.
func EncodeCase(i int) (encoding, text string) {
	encoding, i = Encodings[i%len(Encodings)].Name, i/len(Encodings)
	var run [encodeRun]rune
	for j := range run {
		run[j] = encodable.at(i*encodeRun + j)
	}
	return encoding, string(run[:])
}

// DecodeCases is the number of cases of DecodeCase.
var DecodeCases = 1 << 16 / encodeRun * len(Encodings)

// DecodeCase returns case i of a list that contains each pair of bytes, with "a" after it, for each encoding.
func DecodeCase(i int) (encoding, encoded string) {
	encoding, i = Encodings[i%len(Encodings)].Name, i/len(Encodings)*encodeRun
	var run []byte
	for j := i; j < i+encodeRun; j++ {
		run = append(run, byte(j>>8), byte(j), 'a')
	}
	return encoding, string(run)
}

// EncodedBytes returns bytes for a decoder: of two, three and four bytes for a code point, with escape sequences, and
// broken ones.
func (g *Generator) EncodedBytes() string {
	return g.join(1, 6, "", func(g *Generator) string {
		lead, trail := byte(g.between(0x80, 0xFF)), byte(g.between(0x21, 0xFF))
		return g.apply(
			always(string([]byte{lead})), always(string([]byte{lead, trail})), always(string([]byte{lead, trail})),
			always(string([]byte{0x8F, lead, trail | 0x80})),
			always(string([]byte{lead, byte(g.between(0x2F, 0x3A)), byte(g.between(0x80, 0xFF)), byte(g.between(0x2F, 0x3A))})),
			oneOf("a", "\\", "~", "\x0e", "\x0f", "\x8e\xb1", "\x8e\xe0", "\x80", "\xa0", "\xff", "$A", "0!", "\x1b", "\x1b$", "\x1b$B", "\x1b$@", "\x1b(B", "\x1b(J", "\x1b(I", "\x1b(A", "\xe2\x82\xac", "\xef\xbb\xbf", "\xfe\xff", "\xff\xfe", "\xd8\x00", "\x00\xdc"),
		)
	})
}
